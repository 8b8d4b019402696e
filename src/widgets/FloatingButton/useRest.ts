import { useCallback, useEffect, useRef, useState } from 'react'

/** Milliseconds from the last touch until the button docks. */
export const REST_MS = 3000

/** Whether the button is docked at the edge, clear of the content below it. Awake while it is pointed at or has the focus. */
export function useRest() {
  const [resting, setResting] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const wake = useCallback(() => {
    clearTimeout(timer.current)
    setResting(false)
  }, [])
  const soon = useCallback(() => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setResting(true), REST_MS)
  }, [])
  useEffect(() => {
    soon()
    return () => clearTimeout(timer.current)
  }, [soon])
  return { resting, wake, soon }
}

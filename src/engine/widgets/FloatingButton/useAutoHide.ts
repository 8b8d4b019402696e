import { useCallback, useEffect, useRef, useState } from 'react'

/** Milliseconds from the last touch until the button hides. */
export const HIDE_AFTER_MS = 3000

/** Whether only a handle of the button is shown, in the margin of the page. It is fully shown while it is pointed at or has the focus. */
export function useAutoHide() {
  const [isHidden, setHidden] = useState(true)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const show = useCallback(() => {
    clearTimeout(timer.current)
    setHidden(false)
  }, [])
  const scheduleHide = useCallback(() => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setHidden(true), HIDE_AFTER_MS)
  }, [])
  useEffect(() => () => clearTimeout(timer.current), [])
  return { isHidden, show, scheduleHide }
}

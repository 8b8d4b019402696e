import { useEffect, useRef } from 'react'

/** Two taps of one finger come this close in time and place. */
const MS = 400
const PX = 32

/**
 * The second tap of two comes when a dialog has opened under the finger, or has gone from under it: it would answer what nobody
 * has read, or press what lay below. `open`: how many dialogs and sheets there are.
 */
export function useTapShield(open: number): void {
  const last = useRef<{ open: number; tap: MouseEvent | null }>({ open: 0, tap: null })

  useEffect(() => {
    const mine = last.current
    const heard = (event: MouseEvent) => {
      mine.tap = event
    }
    window.addEventListener('click', heard, true)
    return () => window.removeEventListener('click', heard, true)
  }, [])

  useEffect(() => {
    const mine = last.current
    const changed = open !== mine.open
    const { tap } = mine
    mine.open = open
    if (!changed || !tap) return undefined
    const swallow = (event: MouseEvent) => {
      // A key that presses a button is no tap.
      if (event.detail === 0 || Math.hypot(event.clientX - tap.clientX, event.clientY - tap.clientY) > PX) return
      event.preventDefault()
      event.stopPropagation()
    }
    window.addEventListener('click', swallow, true)
    const timer = setTimeout(() => window.removeEventListener('click', swallow, true), MS)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('click', swallow, true)
    }
  }, [open])
}

import { useEffect, useRef } from 'react'

/** Longest time and distance between the two taps of a double tap; also how long an overlay that opens under the finger takes no tap. */
const GHOST_CLICK_MS = 400
const GHOST_CLICK_PX = 32

/**
 * Suppresses the second click of a double tap when the first has opened or closed an overlay under the finger: it would answer an
 * unread dialog or press what lies below. A tap after an overlay that the back button has closed is a separate tap, and
 * so are a tap at another position and all taps after it. `open`: count of open overlays.
 */
export function useGhostClickGuard(open: number): void {
  const last = useRef<{ open: number; tap: MouseEvent | null }>({ open: 0, tap: null })

  useEffect(() => {
    const current = last.current
    const onClick = (event: MouseEvent) => {
      current.tap = event
    }
    window.addEventListener('click', onClick, true)
    return () => window.removeEventListener('click', onClick, true)
  }, [])

  useEffect(() => {
    const latest = last.current
    const changed = open !== latest.open
    const opened = open > latest.open
    const { tap } = latest
    latest.open = open
    if (!changed || !tap) return undefined
    const stop = () => {
      clearTimeout(timer)
      window.removeEventListener('click', suppress, true)
    }
    const suppress = (event: MouseEvent) => {
      // A key press is no tap.
      if (event.detail === 0) return
      // Times of the events: a busy main thread runs this later.
      const isLate = !opened && event.timeStamp - tap.timeStamp > GHOST_CLICK_MS
      if (isLate || Math.hypot(event.clientX - tap.clientX, event.clientY - tap.clientY) > GHOST_CLICK_PX) {
        stop()
        return
      }
      event.preventDefault()
      event.stopPropagation()
    }
    window.addEventListener('click', suppress, true)
    const timer = setTimeout(stop, GHOST_CLICK_MS)
    return stop
  }, [open])
}

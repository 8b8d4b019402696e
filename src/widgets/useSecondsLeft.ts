import { useEffect, useEffectEvent, useState } from 'react'

/** Remaining milliseconds at the time of the call; below 0 after the end. */
export type Rest = () => number

// Rounded: the difference of two times may exceed whole milliseconds slightly.
const whole = (rest: number) => Math.max(0, Math.ceil(Math.round(rest) / 1_000))

/**
 * Remaining whole seconds of `wanted`, updated each second; calls `onDone` once at the end, not if it was over from
 * the first. `begin` returns the clock. It is read each time: timers of a hidden page run late.
 */
export function useSecondsLeft(wanted: number, begin: (wanted: number) => Rest, onDone: (() => void) | undefined): number {
  const [left, setLeft] = useState(() => whole(begin(wanted)()))
  const over = useEffectEvent(() => onDone?.())

  useEffect(() => {
    const restOf = begin(wanted)
    let timer: ReturnType<typeof setTimeout> | undefined
    let running = restOf() > 0
    const look = () => {
      clearTimeout(timer)
      const rest = restOf()
      setLeft(whole(rest))
      if (rest > 0) timer = setTimeout(look, rest % 1_000 || 1_000)
      else if (running) {
        running = false
        over()
      }
    }
    look()
    document.addEventListener('visibilitychange', look)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [wanted, begin])

  return left
}

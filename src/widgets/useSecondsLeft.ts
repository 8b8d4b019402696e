import { useEffect, useEffectEvent, useState } from 'react'

/** Milliseconds that are left when it is called; below 0 when it is over. */
export type Rest = () => number

// Rounded: the end and the time may differ by a trace more than whole milliseconds.
const whole = (rest: number) => Math.max(0, Math.ceil(Math.round(rest) / 1_000))

/**
 * Whole seconds that are left of `wanted`, told as each is over, and `onDone` once at the end; not for what was over from
 * the first. `begin` says how to read the rest. It is read anew each time: the ticks of a hidden page come late.
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

import { useEffect, useEffectEvent, useState } from 'react'

/** Remaining milliseconds at the time of the call; below 0 after the end. */
export type RemainingTime = () => number

// Rounded: the difference of two times may exceed whole milliseconds slightly.
const wholeSeconds = (ms: number) => Math.max(0, Math.ceil(Math.round(ms) / 1_000))

/**
 * Remaining whole seconds of `target`, updated each second; calls `onDone` once at the end, not if it was over from
 * the first. `startClock` returns the clock. It is read each time: timers of a hidden page run late.
 */
export function useSecondsLeft(
  target: number,
  startClock: (target: number) => RemainingTime,
  onDone: (() => void) | undefined,
): number {
  const [secondsLeft, setSecondsLeft] = useState(() => wholeSeconds(startClock(target)()))
  const done = useEffectEvent(() => onDone?.())

  useEffect(() => {
    const remaining = startClock(target)
    let timer: ReturnType<typeof setTimeout> | undefined
    let running = remaining() > 0
    const update = () => {
      clearTimeout(timer)
      const ms = remaining()
      setSecondsLeft(wholeSeconds(ms))
      if (ms > 0) timer = setTimeout(update, ms % 1_000 || 1_000)
      else if (running) {
        running = false
        done()
      }
    }
    update()
    document.addEventListener('visibilitychange', update)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', update)
    }
  }, [target, startClock])

  return secondsLeft
}

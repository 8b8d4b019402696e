import { useEffect, useState } from 'react'
import type { CallResult } from '../../engine/language/result.ts'

/** Minutes and seconds. */
export const clockOf = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`

/** How long no further try is taken; 0 for a refusal of another kind. */
export function waitOf(result: CallResult): number {
  const seconds = !result.ok && result.code === 'tooManyRequests' ? result.params.seconds : 0
  return typeof seconds === 'number' ? seconds : 0
}

/** Seconds that run down to 0. */
export function useCountdown(): [number, (seconds: number) => void] {
  const [until, setUntil] = useState(0)
  const [secondsLeft, setSecondsLeft] = useState(0)
  useEffect(() => {
    if (until === 0) return
    const tick = () => setSecondsLeft(Math.max(0, Math.ceil((until - Date.now()) / 1000)))
    tick()
    const timer = setInterval(tick, 500)
    return () => clearInterval(timer)
  }, [until])
  const start = (seconds: number) => {
    setSecondsLeft(Math.max(0, seconds))
    setUntil(seconds > 0 ? Date.now() + seconds * 1000 : 0)
  }
  return [secondsLeft, start]
}

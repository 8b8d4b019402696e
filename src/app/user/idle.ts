import type { DeviceStorage } from '../../engine/state/client/storage.ts'

const SIGNS = ['pointerdown', 'keydown', 'wheel', 'touchstart'] as const
/** Precision in ms: one timer per touch would cost too much. */
const CHECK_INTERVAL_MS = 1_000

/** Storage key of the time of the last input in any tab, Unix milliseconds. */
const TOUCHED_KEY = 'touched'

/**
 * Calls back after so many seconds without input in any tab; 0 is never. They include the time before the start, when the app was closed:
 * then it calls back at once. Returns the function that stops it.
 */
export function watchIdle({ readText, writeText }: DeviceStorage, seconds: number, idle: () => void): () => void {
  if (seconds <= 0) return () => undefined
  const stored = Number(readText(TOUCHED_KEY) ?? Number.NaN)
  if (Date.now() - stored >= seconds * 1_000) idle()
  let touched = 0
  let written = 0
  const touch = () => {
    touched = Date.now()
    if (touched - written < CHECK_INTERVAL_MS) return
    written = touched
    writeText(TOUCHED_KEY, String(touched))
  }
  touch()
  for (const sign of SIGNS) window.addEventListener(sign, touch, { capture: true, passive: true })
  // Compare clock times: a phone in a pocket suspends timers.
  const timer = setInterval(() => {
    if (Date.now() - touched < seconds * 1_000) return
    // A time in the future is not one of input: the clock has been set back.
    const inAnyTab = Number(readText(TOUCHED_KEY) ?? 0)
    if (inAnyTab <= Date.now() && Date.now() - inAnyTab < seconds * 1_000) return
    touched = Date.now()
    idle()
  }, CHECK_INTERVAL_MS)
  return () => {
    clearInterval(timer)
    for (const sign of SIGNS) window.removeEventListener(sign, touch, { capture: true })
  }
}

const SIGNS = ['pointerdown', 'keydown', 'wheel', 'touchstart'] as const
/** Precision in ms: one timer per touch would cost too much. */
const CHECK_INTERVAL_MS = 1_000

/** Calls back after so many seconds without input; 0 is never. Returns the function that stops it. */
export function watchIdle(seconds: number, idle: () => void): () => void {
  if (seconds <= 0) return () => undefined
  let touched = Date.now()
  const touch = () => {
    touched = Date.now()
  }
  for (const sign of SIGNS) window.addEventListener(sign, touch, { capture: true, passive: true })
  // Compare clock times: a phone in a pocket suspends timers.
  const timer = setInterval(() => {
    if (Date.now() - touched < seconds * 1_000) return
    touch()
    idle()
  }, CHECK_INTERVAL_MS)
  return () => {
    clearInterval(timer)
    for (const sign of SIGNS) window.removeEventListener(sign, touch, { capture: true })
  }
}

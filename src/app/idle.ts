const SIGNS = ['pointerdown', 'keydown', 'wheel', 'touchstart'] as const
/** How exact it is: a timer for each touch would cost more than it tells. */
const LOOK_MS = 1_000

/** Calls back once the reader has not touched the app for so many seconds; 0 is never. Answers with the way to stop. */
export function watchIdle(seconds: number, idle: () => void): () => void {
  if (seconds <= 0) return () => undefined
  let touched = Date.now()
  const touch = () => {
    touched = Date.now()
  }
  for (const sign of SIGNS) window.addEventListener(sign, touch, { capture: true, passive: true })
  // The clock is asked, not the timer: a phone in a pocket stops timers, not time.
  const timer = setInterval(() => {
    if (Date.now() - touched < seconds * 1_000) return
    touch()
    idle()
  }, LOOK_MS)
  return () => {
    clearInterval(timer)
    for (const sign of SIGNS) window.removeEventListener(sign, touch, { capture: true })
  }
}

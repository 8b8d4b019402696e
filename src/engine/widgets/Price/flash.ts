/** Milliseconds from one strength of a tint to the next. */
const STEP_MS = 180
/** Milliseconds after which a tint fades without a later flash. */
const ALONE_MS = 300
/** Strengths from the last one, as the styles have them; after the first one there is no tint. */
const STRENGTHS = 3

/** Elements with a tint, and when it began. */
const tinted = new Map<HTMLElement, number>()
let timer: ReturnType<typeof setTimeout> | undefined
let fadedAt = Number.NEGATIVE_INFINITY

/**
 * Tints an element, `data-flash`, and fades the tint by steps. They are taken in the frames of later flashes, and by a timer without one: an
 * animation would cost a frame at its start and another one at its end for each price that ticks.
 */
export function flash(element: HTMLElement): void {
  const now = performance.now()
  if (Math.abs(now - fadedAt) >= STEP_MS / 2) fade(now)
  element.dataset.flash = String(STRENGTHS)
  tinted.set(element, now)
  timer ??= setTimeout(onTimer, ALONE_MS)
}

function fade(now: number): void {
  fadedAt = now
  for (const [element, since] of tinted) {
    const strength = STRENGTHS - Math.floor((now - since) / STEP_MS)
    if (strength > 0) element.dataset.flash = String(strength)
    else {
      delete element.dataset.flash
      tinted.delete(element)
    }
  }
}

function onTimer(): void {
  timer = undefined
  const wait = fadedAt + ALONE_MS - performance.now()
  if (wait <= 0) fade(performance.now())
  if (tinted.size > 0) timer = setTimeout(onTimer, wait > 0 ? wait : ALONE_MS)
}

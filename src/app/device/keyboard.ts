import { revealField } from '../../engine/widgets/lib/revealField.ts'

/** A zoomed page moves its visual viewport too. */
const MAX_SCALE = 1.01
const TYPED = 'input, textarea, select'

/**
 * Fits the page above the keyboard of the device: `--keyboard` on the root is the height of a keyboard that lies over the page, as on
 * iOS; elsewhere the browser makes the page shorter (interactive-widget). Either way the focused field stays in view.
 * Returns the stop function.
 */
export function watchKeyboard(): () => void {
  const view = window.visualViewport
  if (!view) return () => undefined
  const { style } = document.documentElement
  const fit = () => {
    const covered = view.scale > MAX_SCALE ? 0 : window.innerHeight - view.height - view.offsetTop
    style.setProperty('--keyboard', `${Math.max(0, Math.round(covered))}px`)
    const field = document.activeElement
    if (field?.matches(TYPED)) revealField(field)
  }
  view.addEventListener('resize', fit)
  return () => {
    view.removeEventListener('resize', fit)
    style.removeProperty('--keyboard')
  }
}

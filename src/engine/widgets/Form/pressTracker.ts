/** The presses of a mouse or finger on the page. */
export interface PressTracker {
  /** Runs at once, or after the click if a press is under way. */
  afterPress(run: () => void): void
  /** Returns the function that stops it. */
  listen(): () => void
}

/**
 * An error that appears when a field is left moves what is below it. Between the press and the release of a button that is pressed
 * to leave the field this would make the browser drop the click.
 */
export function createPressTracker(): PressTracker {
  let isPressed = false
  let waiting: (() => void)[] = []
  const start = ({ button }: MouseEvent) => {
    isPressed = button === 0
  }
  const flush = () => {
    const runs = waiting
    isPressed = false
    waiting = []
    for (const run of runs) run()
  }
  // The click follows the release in the same task.
  const end = () => void setTimeout(flush)
  return {
    afterPress(run) {
      if (isPressed) waiting.push(run)
      else run()
    },
    listen() {
      document.addEventListener('mousedown', start, true)
      document.addEventListener('mouseup', end, true)
      document.addEventListener('dragend', end, true)
      return () => {
        document.removeEventListener('mousedown', start, true)
        document.removeEventListener('mouseup', end, true)
        document.removeEventListener('dragend', end, true)
      }
    },
  }
}

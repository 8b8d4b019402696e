import type { BrowserContext, Page } from '@playwright/test'
import { THROTTLE_MS } from '../../../src/engine/language/constants.ts'

/** Records the time of the last press on each page, and of the last dialog that opened. */
export const markPresses = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript(() => {
    for (const name of ['click', 'toggle'])
      window.addEventListener(name, () => Object.assign(window, { placardPressed: performance.now() }), true)
  })

/** Waits until the app accepts a press again: it drops presses right after another, and double taps while a dialog opens or closes. */
export const waitForTapGuard = (page: Page): Promise<void> =>
  page.evaluate((ms) => {
    const { placardPressed = -Infinity } = window as unknown as { placardPressed?: number }
    return new Promise<void>((resolve) => setTimeout(resolve, Math.max(0, placardPressed + ms - performance.now())))
  }, THROTTLE_MS + 100)

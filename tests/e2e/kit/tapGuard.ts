import type { BrowserContext, Page } from '@playwright/test'
import { THROTTLE_MS } from '../../../src/core/constants.ts'

/** From now on each page knows when something on it was pressed last. */
export const markPresses = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript(() => {
    window.addEventListener('click', () => Object.assign(window, { placardPressed: performance.now() }), true)
  })

/** Until a press counts again: the app drops one that comes right after the last, and a finger that taps twice where a dialog opens or goes. */
export const waitForTapGuard = (page: Page): Promise<void> =>
  page.evaluate((ms) => {
    const { placardPressed = -Infinity } = window as unknown as { placardPressed?: number }
    return new Promise<void>((resolve) => setTimeout(resolve, Math.max(0, placardPressed + ms - performance.now())))
  }, THROTTLE_MS + 100)

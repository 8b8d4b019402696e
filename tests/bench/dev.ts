import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { root } from '../../codegen/commands/setup.mjs'
import { startDevCopy, editorOf } from '../e2e/kit/net/devCopy.ts'
import { launch, phone } from './kit/app.ts'
import type { Measure } from './run.ts'

export const about = 'npm run dev: from a screen saved to its change painted'

const EDITS = { warmUp: 3, counted: 12 }
const KEYS = ['ui.retry', 'ui.ok', 'ui.cancel', 'ui.close', 'ui.copied', 'ui.search', 'ui.pause', 'ui.play']

/** Time at which the text was painted, by the clock of the machine. */
export const painted = (page: Page, text: string): Promise<number> =>
  page.evaluate(
    (expected) =>
      new Promise<number>((resolve) => {
        new MutationObserver((_changes, observer) => {
          if (!document.querySelector('main')?.textContent?.includes(expected)) return
          observer.disconnect()
          requestAnimationFrame(() => setTimeout(() => resolve(Date.now()), 0))
        }).observe(document.body, { childList: true, subtree: true, characterData: true })
      }),
    text,
  )

/** Returns the median; the upper one of an even number of values, and NaN of none. */
export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN

/** Measures the time from a saved screen to its text on the page of a development server, in milliseconds. */
export async function bench(): Promise<Measure[]> {
  const texts = JSON.parse(readFileSync(join(root, 'locales/en.json'), 'utf8')) as Record<string, string>
  const tree = await startDevCopy()
  const browser = await launch()
  try {
    const about = editorOf(tree)
    const page = await browser.newPage({
      viewport: { width: 390, height: 844 },
      isMobile: true,
      hasTouch: true,
      userAgent: phone,
    })
    await page.goto(`${tree.origin}/h5/#/pages/user/about`)
    await page
      .getByText(texts['about.restricted'] ?? '')
      .first()
      .waitFor({ timeout: 60_000 })
    const took: number[] = []
    for (let edit = 0; edit < EDITS.warmUp + EDITS.counted; edit += 1) {
      const key = KEYS[edit % KEYS.length] ?? ''
      const seen = painted(page, texts[key] ?? '')
      // Starts the observer before the file changes.
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)))
      const saved = Date.now()
      about.write(key)
      took.push((await seen) - saved)
    }
    return [{ name: 'a saved screen to pixels', ours: median(took.slice(EDITS.warmUp)), unit: 'ms', budget: 300 }]
  } finally {
    await browser.close()
    await tree.stop()
  }
}

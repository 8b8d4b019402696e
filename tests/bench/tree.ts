import { runInBrowser } from './browser-page.ts'
import type { Measure } from './run.ts'

export const about = 'Mounting a screen and a long list, against the same widgets in hand-written React'

/** Measures mounting a screen and a list in Chromium, in milliseconds. */
export async function bench(): Promise<Measure[]> {
  return (await runInBrowser('tree')).map((pair) => ({ ...pair, unit: 'ms', budget: 1.2 }))
}

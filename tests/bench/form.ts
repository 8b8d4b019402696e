import { runInBrowser } from './browser-page.ts'
import type { Measure } from './run.ts'

export const about = 'A form of 15 fields, against the same fields in hand-written React'

export async function bench(): Promise<Measure[]> {
  const [mount, keystroke] = await runInBrowser('form')
  if (!mount || !keystroke) throw new Error('The page measured nothing.')
  return [
    { ...mount, unit: 'ms', budget: 1.2 },
    { ...keystroke, unit: 'ms', budget: 1.05 },
  ]
}

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../codegen/commands/setup.mjs'
import { publisher } from '../e2e/kit/flows/publisher.ts'
import { launch, phone } from './kit/app.ts'
import { median, painted } from './dev.ts'
import type { Measure } from './run.ts'

export const about = 'An urgent revision: from live on the server to its text painted on an open page'

const MOVES = 12
const OTHER = 'Urgently open'

/** Measures the time from an urgent change of revision to its text on an open page, in milliseconds. */
export async function bench(): Promise<Measure[]> {
  const texts = JSON.parse(readFileSync(join(root, 'locales/en.json'), 'utf8')) as Record<string, string>
  const server = await publisher()
  const browser = await launch()
  try {
    await server.publish('as it is')
    const { revision: before } = await server.live()
    server.edit('locales/en.json', (edited) => void (edited['register.submit'] = OTHER))
    await server.publish('another text', true)
    const { revision: after } = await server.live()
    const page = await browser.newPage({
      viewport: { width: 390, height: 844 },
      isMobile: true,
      hasTouch: true,
      userAgent: phone,
    })
    await page.goto(`${server.origin}/h5/#/pages/register/index`)
    await page.getByRole('button', { name: OTHER }).waitFor({ timeout: 60_000 })
    const took: number[] = []
    for (let move = 0; move < MOVES; move += 1) {
      const isBack = move % 2 === 0
      const seen = painted(page, isBack ? (texts['register.submit'] ?? '') : OTHER)
      const answer = await server.ask('rollback', { revision: isBack ? before : after, author: 'bench', urgent: true })
      const live = Date.now()
      if (answer.status !== 200) throw new Error(`The rollback was refused: ${JSON.stringify(answer.body)}`)
      took.push(Math.max(0, (await seen) - live))
      // Out of step with the requests of the page.
      await page.waitForTimeout(137 * (move + 1))
    }
    return [
      { name: 'live to pixels, median', ours: median(took), unit: 'ms', budget: 5_000 },
      { name: '  the slowest', ours: Math.max(...took), unit: 'ms', budget: 5_000 },
    ]
  } finally {
    await browser.close()
    await server.stop()
  }
}

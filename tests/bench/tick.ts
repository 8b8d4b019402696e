import { runInBrowser } from './browser-page.ts'
import type { Measure } from './run.ts'

export const about = 'Live quotes on long lists, against plain Jotai atoms and hand-written React'

const SECONDS = 8

export async function bench(): Promise<Measure[]> {
  const [cells, tick, update] = await runInBrowser('tick')
  if (!cells || !tick || !update) throw new Error('The page measured nothing.')
  const stream = await runInBrowser('tick', async (page) => {
    const browser = await page.context().newCDPSession(page)
    await browser.send('Performance.enable')
    await page.evaluate(`import('/main.js')`)
    await browser.send('Emulation.setCPUThrottlingRate', { rate: 4 })
    const busy = async () => (await browser.send('Performance.getMetrics')).metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN
    const [before, from] = [await busy(), performance.now()]
    const { worstFrame, shown } = await page.evaluate<{ worstFrame: number; shown: number }>(`import('/main.js').then((page) => page.stream(500, ${SECONDS}))`)
    if (shown < 30) throw new Error('The stream was drawn nowhere.')
    return { share: ((await busy()) - before) / ((performance.now() - from) / 1_000), worstFrame }
  })
  return [
    { name: cells.name, ours: cells.ours, unit: '', budget: 1 },
    { ...tick, unit: 'ms', budget: 1.2 },
    { ...update, unit: 'ms', budget: 1.2 },
    { name: '500 messages/s over 100 symbols, CPU ÷ 4: main thread busy', ours: stream.share * 100, unit: '%', budget: 20 },
    { name: 'the same: longest frame', ours: stream.worstFrame, unit: 'ms', budget: 50 },
  ]
}

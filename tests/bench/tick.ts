import { runInBrowser } from './browser-page.ts'
import type { Measure } from './run.ts'

export const about = 'Live quotes on long lists, against plain Jotai atoms and hand-written React'

const SECONDS = 8

/** Measures updates of long lists by quotes in milliseconds, and the load of the main thread in per cent. */
export async function bench(): Promise<Measure[]> {
  const [cells, tick, update] = await runInBrowser('tick')
  if (!cells || !tick || !update) throw new Error('The page measured nothing.')
  const ours = await stream('ours')
  const floor = await stream('floor')
  return [
    { name: cells.name, ours: cells.ours, unit: '', budget: 1 },
    { ...tick, unit: 'ms', budget: 1.2 },
    { ...update, unit: 'ms', budget: 1.2 },
    { name: '500 messages/s over 100 symbols, CPU ÷ 4: script busy', ours: ours.script * 100, unit: '%', budget: 20 },
    // Without a graphics card the browser paints on the processor, which alone exceeds the budget here.
    {
      name: 'the same: main thread busy, above painting alone',
      ours: (ours.busy - floor.busy) * 100,
      unit: '%',
      budget: 20,
    },
    { name: 'the same: longest frame', ours: ours.worstFrame, unit: 'ms', budget: 50 },
  ]
}

/** Shares of the wall clock that the browser counted as script and as tasks of the main thread. */
async function stream(who: 'ours' | 'floor'): Promise<{ script: number; busy: number; worstFrame: number }> {
  return runInBrowser('tick', async (page) => {
    const browser = await page.context().newCDPSession(page)
    await browser.send('Performance.enable')
    await page.evaluate(`import('/main.js')`)
    await browser.send('Emulation.setCPUThrottlingRate', { rate: 4 })
    const spent = async () => {
      const { metrics } = await browser.send('Performance.getMetrics')
      const seconds = (metric: string) => metrics.find(({ name }) => name === metric)?.value ?? Number.NaN
      return { script: seconds('ScriptDuration'), busy: seconds('TaskDuration') }
    }
    const [before, from] = [await spent(), performance.now()]
    const { worstFrame, shown } = await page.evaluate<{ worstFrame: number; shown: number }>(
      `import('/main.js').then((page) => page.stream('${who}', 500, ${SECONDS}))`,
    )
    if (shown < 15) throw new Error('The stream was drawn nowhere.')
    const [after, wall] = [await spent(), (performance.now() - from) / 1_000]
    return { script: (after.script - before.script) / wall, busy: (after.busy - before.busy) / wall, worstFrame }
  })
}

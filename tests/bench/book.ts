import { runInBrowser } from './kit/browser-page.ts'
import { watchBusy, type Busy } from './kit/main-thread.ts'
import type { Measure } from './run.ts'

export const about = 'An order book of 100 levels that all change ten times a second, against texts written by hand'

const SECONDS = 8
const PER_SECOND = 10

/** Measures the load of the main thread by one order book, in per cent; the processor is four times slower. */
export async function bench(): Promise<Measure[]> {
  const ours = await stream('ours')
  const floor = await stream('floor')
  return [
    {
      name: `100 levels × ${PER_SECOND} updates/s, CPU ÷ 4: script busy`,
      ours: ours.script * 100,
      unit: '%',
      budget: 20,
    },
    // Without a graphics card the browser paints on the processor: the floor has the same drawing.
    {
      name: 'the same: main thread busy, above texts written by hand',
      ours: (ours.all - floor.all) * 100,
      unit: '%',
      budget: 20,
    },
    { name: 'the same: main thread busy', ours: ours.all * 100, floor: floor.all * 100, unit: '%' },
    { name: 'the same: longest task without its painting', ours: ours.longestUnpainted, unit: 'ms', budget: 50 },
  ]
}

async function stream(who: 'ours' | 'floor'): Promise<Busy> {
  return runInBrowser('book', async (page) => {
    const browser = await page.context().newCDPSession(page)
    await page.evaluate(`import('/main.js')`)
    await browser.send('Emulation.setCPUThrottlingRate', { rate: 4 })
    await page.evaluate(`import('/main.js').then((page) => page.open('${who}', ${PER_SECOND}))`)
    await page.waitForTimeout(1_000)
    const busy = await watchBusy(page, SECONDS)
    const { rows, same } = await page.evaluate<{ rows: number; same: boolean }>(
      `import('/main.js').then((page) => page.close())`,
    )
    if (rows !== 100 || !same) throw new Error(`The book has ${rows} levels, and ${same ? '' : 'not '}those sent last.`)
    return busy
  })
}

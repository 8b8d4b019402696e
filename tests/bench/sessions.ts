import type { CDPSession, Page } from 'playwright'
import { storeSettings } from '../e2e/kit/flows/user.ts'
import { openApp } from './kit/app.ts'
import { watchBusy } from './kit/main-thread.ts'
import type { Measure } from './run.ts'
import { COUNT_COMMITS, countsOf } from './interaction/work.ts'

export const about =
  'An hour of the sandbox on the market and on the chart: memory, listeners, load of the main thread, and what a hidden page draws'

/** The hour in steps of the sandbox's clock, and how long the page draws after each. */
const [STEPS, STEP_SECONDS, DRAW_MS] = [360, 10, 300]
/** Steps between two samples, and samples at the beginning that fill the caches. */
const [SAMPLE_EVERY, WARM_UP] = [20, 6]
const BUSY_SECONDS = 10
const HIDDEN_MS = 10_000

const SCREENS = [
  ['market', '/pages/market/index', '/USDT'],
  ['chart', '/pages/kline/index?symbol=BTCUSDT', '15m'],
] as const

interface Sample {
  heap: number
  listeners: number
  nodes: number
}

async function sample(session: CDPSession): Promise<Sample> {
  for (let i = 0; i < 2; i += 1) await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  const { metrics } = await session.send('Performance.getMetrics')
  const metric = (key: string) => metrics.find(({ name }) => name === key)?.value ?? Number.NaN
  return { heap: usedSize, listeners: metric('JSEventListeners'), nodes: metric('Nodes') }
}

/** Growth from the first to the last value by their regression line, as a share of the first value of the line. */
export function growthOf(values: readonly number[]): number {
  const count = values.length
  const middle = (count - 1) / 2
  const mean = values.reduce((sum, value) => sum + value, 0) / count
  const slope =
    values.reduce((sum, value, i) => sum + (i - middle) * (value - mean), 0) /
    values.reduce((sum, _, i) => sum + (i - middle) ** 2, 0)
  return (slope * (count - 1)) / (mean - slope * middle)
}

/** Lets an hour of the sandbox pass on the page. */
async function anHour(page: Page, session: CDPSession): Promise<Sample[]> {
  const samples: Sample[] = []
  for (let step = 0; step < STEPS; step += 1) {
    const reply = await page.request.post(new URL('/sandbox/advance', page.url()).href, {
      data: { seconds: STEP_SECONDS },
    })
    if (!reply.ok()) throw new Error(`The clock of the sandbox did not move: ${reply.status()}`)
    await page.waitForTimeout(DRAW_MS)
    if (step % SAMPLE_EVERY === SAMPLE_EVERY - 1) samples.push(await sample(session))
  }
  return samples.slice(WARM_UP)
}

/** Hides the page as another app in front of it does: its visibility is hidden, and it has no animation frames. A browser without a window shows all pages. */
async function hide(page: Page): Promise<void> {
  await page.evaluate(() => {
    window.requestAnimationFrame = () => 1
    Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true })
    Object.defineProperty(document, 'hidden', { value: true, configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
  })
}

/** Measures both screens, one after the other in one page each. */
export async function bench(): Promise<Measure[]> {
  await using app = await openApp({ SANDBOX: '1' })
  const { page, url } = app
  await page.addInitScript(COUNT_COMMITS)
  await storeSettings(page, { lang: 'en', theme: 'dark' })
  const session = await page.context().newCDPSession(page)
  await session.send('HeapProfiler.enable')
  const measures: Measure[] = []
  for (const [name, route, text] of SCREENS) {
    await session.send('Performance.enable')
    await page.goto('about:blank')
    await page.goto(`${url}/h5/#${route}`)
    await page.getByText(text).first().waitFor()
    // The app's loads in advance are over.
    await page.waitForTimeout(15_000)
    const samples = await anHour(page, session)
    const [first] = samples
    const last = samples.at(-1)
    if (!first || !last) throw new Error('No sample was taken.')
    measures.push(
      {
        name: `${name}, an hour: growth of the heap`,
        ours: growthOf(samples.map(({ heap }) => heap)) * 100,
        unit: '%',
        budget: 2,
      },
      { name: '  heap at its end', ours: last.heap / 1e6, unit: 'MB' },
      {
        name: `${name}, an hour: listeners`,
        ours: growthOf(samples.map(({ listeners }) => listeners)) * 100,
        unit: '%',
        budget: 1,
      },
      {
        name: `${name}, an hour: nodes`,
        ours: growthOf(samples.map(({ nodes }) => nodes)) * 100,
        unit: '%',
        budget: 1,
      },
    )
    await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
    const busy = await watchBusy(page, BUSY_SECONDS)
    await session.send('Emulation.setCPUThrottlingRate', { rate: 1 })
    measures.push({
      name: `${name}, untouched, CPU ÷ 4: main thread busy`,
      ours: busy.all * 100,
      unit: '%',
      ...(name === 'market' && { budget: 5 }),
    })
    const shown = await countsOf(page, session, () => page.waitForTimeout(HIDDEN_MS))
    if (shown.commits + shown.frames === 0) throw new Error(`${name}: nothing is drawn on the shown page.`)
    await hide(page)
    await page.waitForTimeout(1_000)
    const hidden = await countsOf(page, session, () => page.waitForTimeout(HIDDEN_MS))
    measures.push(
      { name: `${name}, hidden for 10 s: paints`, ours: hidden.paints, unit: '', budget: 0 },
      { name: '  elements restyled', ours: hidden.elements, unit: '', budget: 0 },
      // One without a paint is of data that a query has fetched again.
      {
        name: '  commits of React, beside those of the shown page',
        ours: hidden.commits,
        floor: shown.commits,
        unit: '',
      },
    )
  }
  return measures
}

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { request as requests, type APIRequestContext } from '@playwright/test'
import type { Quote } from '../../src/generated/entities.ts'
import { leveraged, openLever } from '../e2e/kit/flows/lever.ts'
import { fund } from '../e2e/kit/flows/seconds.ts'
import { storeSettings } from '../e2e/kit/flows/user.ts'
import { post } from '../e2e/kit/flows/withdraw.ts'
import { openApp } from './kit/app.ts'
import { createFeed } from './kit/live-feed.ts'
import { type Busy, type Frames, watchBusy, watchFrames } from './kit/main-thread.ts'
import { copyOf, record, replay } from './kit/paint-floor.ts'
import type { Measure } from './run.ts'

export const about = 'Live quotes on the trading screen: chart, ticket and positions, through the socket'

const SECONDS = 6
const [SYMBOLS, PER_SECOND] = [100, 500]
const ROUTE = '/pages/contract/index?symbol=BTCUSDT'
/** The user's positions in the market; the chart shows lines of the first two. */
const POSITIONS = [
  ['BTCUSDT', 'long', '0.01'],
  ['BTCUSDT', 'short', '0.02'],
  ['ETHUSDT', 'long', '0.01'],
  ['SOLUSDT', 'short', '0.01'],
  ['XRPUSDT', 'long', '0.01'],
  ['BNBUSDT', 'long', '0.01'],
] as const

/** Measures the load of the main thread by live quotes on the trading screen, in per cent, and its longest tasks and frames (ms). */
export async function bench(): Promise<Measure[]> {
  const { ours, floor, frames } = await measure()
  const percent = (share: number) => share * 100
  return [
    {
      name: '500 messages/s on the trading screen, CPU ÷ 4: script busy',
      ours: percent(ours.script),
      unit: '%',
      budget: 20,
    },
    {
      name: 'the same: style and layout, beside writing by hand',
      ours: percent(ours.layout),
      floor: percent(floor.layout),
      unit: '%',
      budget: 1.5,
    },
    // Without a graphics card the browser paints on the processor; the hand-written drawing has the same cost.
    {
      name: 'the same: main thread busy, above painting alone',
      ours: percent(ours.all - floor.all),
      unit: '%',
      budget: 20,
    },
    {
      name: 'the same: main thread busy, beside painting alone',
      ours: percent(ours.all),
      floor: percent(floor.all),
      unit: '%',
      budget: 3,
    },
    { name: 'the same: longest task', ours: ours.longest, unit: 'ms', budget: 50 },
    { name: 'the same: longest task without painting', ours: ours.longestUnpainted, unit: 'ms', budget: 50 },
    { name: 'the same: longest frame on the clock', ours: frames.longest, unit: 'ms', budget: 50 },
    { name: 'the same: frames a second', ours: frames.perSecond, unit: 'fps', budget: 50, atLeast: true },
  ]
}

async function measure(): Promise<{ ours: Busy; floor: Busy; frames: Frames }> {
  let known: Quote[] = []
  await using feed = await createFeed(SYMBOLS, () => known)
  const folder = mkdtempSync(join(tmpdir(), 'placard-bench-'))
  const operator = join(folder, 'operator.json')
  writeFileSync(
    operator,
    JSON.stringify({
      app: { live: { url: feed.url, path: '/live', protocol: 4 } },
      server: { opening: { real: { USDT: '50000' }, demo: {} } },
    }),
  )
  try {
    await using app = await openApp({ PLACARD_CONFIG: operator })
    const { page, url } = app
    const request = await requests.newContext({ baseURL: url })
    const { token } = await trader(request)
    known = await currentQuotes(request)
    await request.dispose()
    await storeSettings(page, { token, lang: 'en', theme: 'dark' })
    await page.goto(`${url}/h5/#${ROUTE}`)
    await page.locator('figure canvas').nth(1).waitFor()
    await page.getByText('/USDT').nth(POSITIONS.length).waitFor()
    const session = await page.context().newCDPSession(page)
    await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
    feed.start(PER_SECOND)
    // Waits for the app's idle prefetch.
    await page.waitForTimeout(8_000)
    const ours = await watchBusy(page, SECONDS)
    const frames = await watchFrames(page, SECONDS)
    const recording = await record(page, SECONDS * 1_000)
    const copy = await copyOf(page)
    feed.stop()
    const changes = recording.moments.flatMap(({ writes }) => writes)
    if (
      changes.filter(({ what }) => what === 'text').length < 10 * SECONDS ||
      !changes.some(({ what }) => what === 'canvas')
    )
      throw new Error('The stream was drawn nowhere.')
    // A page of the same origin without a program.
    await session.send('Page.setBypassCSP', { enabled: true })
    await page.goto(`${url}/h5/config.json`)
    await replay(page, copy, recording)
    await page.waitForTimeout(1_000)
    const floor = await watchBusy(page, SECONDS)
    return { ours, floor, frames }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** A user with money in the contract account and positions in the market. */
async function trader(request: APIRequestContext): Promise<{ token: string }> {
  const { token } = await leveraged(request)
  await fund(request, token, '20000')
  for (const symbol of new Set(POSITIONS.map(([position]) => position)))
    if (symbol !== 'BTCUSDT') await post(request, token, 'trade/activate', { symbol, product: 'leveraged' })
  for (const [symbol, side, lots] of POSITIONS) await openLever(request, token, { symbol, side, lots })
  return { token }
}

async function currentQuotes(request: APIRequestContext): Promise<Quote[]> {
  const { data } = (await (await request.get('/api/currency/quotation_new?lang=en')).json()) as {
    data: { rows: { quote: Quote }[] }
  }
  return data.rows.map(({ quote }) => quote)
}

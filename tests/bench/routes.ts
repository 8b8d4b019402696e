import { gzipSync } from 'node:zlib'
import { type Browser, type Page, request, type Request } from 'playwright'
import { satisfyGuards } from '../e2e/kit/gates.ts'
import { registerUser, storeSettings } from '../e2e/kit/user.ts'
import { openApp, phone } from './app.ts'
import { type Fetched, leave, repeat, restOf, watchMain } from './browser/route.ts'
import type { Measure } from './run.ts'

export const about = 'What each tab and the heaviest screens add to Home, and how soon they stand there after a tap, CPU ÷ 4'

const ROUNDS = 2
const HOME = '/pages/index/index'
/** A good line: what is fetched counts, and so does each way there and back. Milliseconds and bytes a second. */
const LINE = { latency: 40, downloadThroughput: 1_250_000, uploadThroughput: 1_250_000 }
/** Program, code and answers take two ways there and back; at CPU ÷ 4 to read the code and to draw may take as long again as these, and half as long for a chart or a map. */
const COLD = 2.5
/** With nothing to fetch but the answers, one way, what a slow phone takes for drawing is most of it: a map with the outline of the world, most of all. */
const MET = 4
/** Up to here a reader's train of thought is not broken. */
const WHOLE_MS = 1_000
/** The button over the screen comes a moment after it. */
const HOME_MS = 1_500

interface Route {
  route: string
  /** Most of gzipped JavaScript that it may add, kB: the widgets that Home has not (14), the forms (10), the chart (40), the map (85). */
  scripts: number
  /** Most of its lowered program, kB. */
  program: number
}
const ROUTES: readonly Route[] = [
  { route: '/pages/market/index', scripts: 15, program: 5 },
  { route: '/pages/trade/index', scripts: 75, program: 14 },
  { route: '/pages/contract/index', scripts: 85, program: 14 },
  { route: '/pages/assets/index', scripts: 30, program: 5 },
  { route: '/pages/kline/index', scripts: 65, program: 5 },
  { route: '/pages/assets/withdraw', scripts: 40, program: 5 },
  { route: '/pages/deposit/index', scripts: 30, program: 5 },
  { route: '/pages/location/choose', scripts: 95, program: 5 },
]

interface Visit {
  scripts: number
  program: number
  ours: number
  floor: number
}

/** Together, gzipped, in kB. */
async function weigh(fetched: readonly Fetched[], pattern: RegExp): Promise<number> {
  const bodies = await Promise.all(fetched.filter(({ url }) => pattern.test(url)).map(async ({ url }) => (await fetch(url)).arrayBuffer()))
  return bodies.reduce((sum, body) => sum + gzipSync(new Uint8Array(body), { level: 9 }).length, 0) / 1_000
}

/** A phone that has drawn Home, on the line and with the processor of the measure from now on. */
async function openHome(browser: Browser, url: string, token: string, alone: boolean): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, userAgent: phone })
  const page = await context.newPage()
  await storeSettings(page, { token, lang: 'en' })
  await page.addInitScript(watchMain, alone)
  await page.goto(`${url}/h5/#${HOME}`)
  await page.waitForLoadState('networkidle')
  await page.waitForTimeout(HOME_MS)
  // The worker comes after all that is fetched ahead, and fetches too.
  if (!alone) await page.evaluate(async () => void (await navigator.serviceWorker.ready))
  await page.waitForLoadState('networkidle')
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', { offline: false, ...LINE })
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  return page
}

/** A screen that has stood still for so long, with nothing on its way, is there. */
const STILL_MS = 600
const LATEST_MS = 20_000

/** Goes to a screen and waits until nothing more comes, be it code; answers with the milliseconds until its last node was shown. */
async function arrive(page: Page, hash: string): Promise<number> {
  const underway = new Set<Request>()
  let ended = Date.now()
  const begin = (one: Request) => void underway.add(one)
  const end = (one: Request) => {
    underway.delete(one)
    ended = Date.now()
  }
  page.on('request', begin).on('requestfinished', end).on('requestfailed', end)
  const from = await page.evaluate(leave, hash)
  const began = Date.now()
  try {
    while (Date.now() - began < LATEST_MS) {
      const { changed, quiet } = await page.evaluate(restOf, from)
      if (quiet > STILL_MS && underway.size === 0 && Date.now() - ended > STILL_MS) return changed - from
      await page.waitForTimeout(50)
    }
    throw new Error(`${hash} did not come to rest: ${[...underway].map((one) => one.url()).join(', ') || 'it changes or waits'}.`)
  } finally {
    page.off('request', begin).off('requestfinished', end).off('requestfailed', end)
  }
}

async function visit(page: Page, route: string): Promise<Visit> {
  const fetched: Fetched[] = []
  const note = (asked: Request) => {
    const { pathname } = new URL(asked.url())
    // The browser's own wish for an icon, and the app's question which revision is live, belong to no route.
    if (!/^\/(h5|api)\//.test(pathname) || asked.resourceType() === 'other' || pathname.endsWith('/live.json')) return
    const { authorization, 'content-type': type } = asked.headers()
    fetched.push({ url: asked.url(), init: { method: asked.method(), headers: { ...(authorization && { authorization }), ...(type && { 'content-type': type }) }, body: asked.postData() } })
  }
  page.on('request', note)
  const ours = await arrive(page, `#${route}`)
  page.off('request', note)
  if (!page.url().endsWith(`#${route}`)) throw new Error(`A tap on ${route} led to ${page.url()}`)
  const [code, answers] = [fetched.filter(({ url }) => url.includes('/h5/')), fetched.filter(({ url }) => url.includes('/api/'))]
  if (answers.length === 0) throw new Error(`${route} asked for nothing.`)
  const floor = await page.evaluate(repeat, [code, answers])
  return { scripts: await weigh(code, /\/h5\/assets\/.*\.js$/), program: await weigh(code, /\/h5\/catalogue\//), ours, floor }
}

type Best = Map<string, Visit>

/** What the machine's other work slows down is not counted: the fastest of the rounds, of each by itself. */
function keep(best: Best, route: string, seen: Visit): void {
  const before = best.get(route)
  best.set(route, before ? { ...seen, ours: Math.min(seen.ours, before.ours), floor: Math.min(seen.floor, before.floor) } : seen)
}

/**
 * Beside the same page that does nothing but what cannot be left out: it fetches the same files together, then the same
 * answers together, and puts the nodes that the screen ended with into the document. Cold is the first tap on a phone that has
 * nothing but Home; otherwise the app has fetched ahead as it does by itself. No tap begins before its finger is lifted here,
 * though tabs fetch from the moment they are touched.
 */
export async function bench(): Promise<Measure[]> {
  // Prices stand still: what they change by themselves is no part of coming there.
  await using app = await openApp({ TICK_RATE: '0' })
  const api = await request.newContext({ baseURL: app.url })
  const { token } = await registerUser(api)
  await satisfyGuards(api, token)
  await api.dispose()
  const browser = app.page.context().browser()
  if (!browser) throw new Error('There is no browser.')
  const [cold, met]: [Best, Best] = [new Map(), new Map()]
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const { route } of ROUTES) {
      const page = await openHome(browser, app.url, token, true)
      keep(cold, route, await visit(page, route))
      await page.context().close()
    }
    const page = await openHome(browser, app.url, token, false)
    for (const { route } of ROUTES) {
      keep(met, route, await visit(page, route))
      await arrive(page, `#${HOME}`)
      // What Home has just asked for would be fresh enough for the next screen too.
      await page.waitForTimeout(HOME_MS)
    }
    await page.context().close()
  }
  return ROUTES.flatMap(({ route, scripts, program }): Measure[] => {
    const [first, later] = [cold.get(route), met.get(route)]
    if (!first || !later) throw new Error(`${route} was not measured.`)
    const name = route.replace('/pages/', '').replace('/index', '')
    return [
      { name: `${name}: JavaScript that it adds, gzip`, ours: first.scripts, unit: 'kB', budget: scripts },
      { name: `${name}: its program, gzip`, ours: first.program, unit: 'kB', budget: program },
      { name: `${name}: from the tap to drawn, cold`, ours: first.ours, floor: first.floor, unit: 'ms', budget: COLD },
      { name: `${name}: the same, all of it`, ours: first.ours, unit: 'ms', budget: WHOLE_MS },
      { name: `${name}: code and program still fetched later`, ours: later.scripts + later.program, unit: 'kB', budget: 0 },
      { name: `${name}: from the tap to drawn, fetched ahead`, ours: later.ours, floor: later.floor, unit: 'ms', budget: MET },
    ]
  })
}

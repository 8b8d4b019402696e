import { gzipSync } from 'node:zlib'
import { type Browser, type Page, request, type Request } from 'playwright'
import { satisfyGuards } from '../e2e/kit/accessRules.ts'
import { registerUser, storeSettings } from '../e2e/kit/flows/user.ts'
import { openApp, phone } from './kit/app.ts'
import { type Fetched, leave, repeat, restOf, watchMain } from './browser/route.ts'
import type { Measure } from './run.ts'

export const about =
  'What each tab and the heaviest screens add to Home, and how soon they stand there after a tap, CPU ÷ 4'

const ROUNDS = 2
const HOME = '/pages/index/index'
/** A good line: bytes count, and so does each round trip. Milliseconds and bytes a second. */
const LINE = { latency: 40, downloadThroughput: 1_250_000, uploadThroughput: 1_250_000 }
/** Program, code and answers need two round trips; at CPU ÷ 4, reading the code and drawing may take as long again, and half as long for a chart or a map. */
const COLD = 2.5
/** One way, with only answers to fetch: drawing on a slow phone takes most of the time, above all a map with country outlines. */
const MET = 4
/** Up to this limit the user's train of thought is not broken. */
const UNINTERRUPTED_MS = 1_000
/** The button over the screen appears a moment after it. */
const HOME_MS = 1_500

interface Route {
  route: string
  /** Limit of the gzipped JavaScript it may add, kB: the widgets that Home does not have (14), the forms (10), the chart (40), the map (85). */
  scripts: number
  /** Limit of its lowered program, kB. */
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

/** Total size, gzipped, in kB. */
async function weigh(fetched: readonly Fetched[], pattern: RegExp): Promise<number> {
  const bodies = await Promise.all(
    fetched.filter(({ url }) => pattern.test(url)).map(async ({ url }) => (await fetch(url)).arrayBuffer()),
  )
  return bodies.reduce((sum, body) => sum + gzipSync(new Uint8Array(body), { level: 9 }).length, 0) / 1_000
}

/** A phone that has drawn Home, from now on with the line and the processor of the measurement. */
async function openHome(browser: Browser, url: string, token: string, alone: boolean): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    isMobile: true,
    hasTouch: true,
    userAgent: phone,
  })
  const page = await context.newPage()
  await storeSettings(page, { token, lang: 'en' })
  await page.addInitScript(watchMain, alone)
  await page.goto(`${url}/h5/#${HOME}`)
  await page.waitForLoadState('networkidle')
  await page.waitForTimeout(HOME_MS)
  // The service worker starts after all prefetches, and fetches too.
  if (!alone) await page.evaluate(async () => void (await navigator.serviceWorker.ready))
  await page.waitForLoadState('networkidle')
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', { offline: false, ...LINE })
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  return page
}

/** A screen is complete after this time without changes and without pending requests. */
const STILL_MS = 600
const LATEST_MS = 20_000

/** Opens a screen and waits until nothing more loads, code included; returns the milliseconds until its last node was shown. */
async function arrive(page: Page, hash: string): Promise<number> {
  const underway = new Set<Request>()
  let ended = Date.now()
  const begin = (request: Request) => void underway.add(request)
  const end = (request: Request) => {
    underway.delete(request)
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
    throw new Error(
      `${hash} did not come to rest: ${[...underway].map((request) => request.url()).join(', ') || 'it changes or waits'}.`,
    )
  } finally {
    page.off('request', begin).off('requestfinished', end).off('requestfailed', end)
  }
}

async function visit(page: Page, route: string): Promise<Visit> {
  const fetched: Fetched[] = []
  const note = (asked: Request) => {
    const { pathname } = new URL(asked.url())
    // The browser's request for an icon, and the app's check of the live revision, belong to no route.
    if (!/^\/(h5|api)\//.test(pathname) || asked.resourceType() === 'other' || pathname.endsWith('/live.json')) return
    const { authorization, 'content-type': type } = asked.headers()
    fetched.push({
      url: asked.url(),
      init: {
        method: asked.method(),
        headers: { ...(authorization && { authorization }), ...(type && { 'content-type': type }) },
        body: asked.postData(),
      },
    })
  }
  page.on('request', note)
  const ours = await arrive(page, `#${route}`)
  page.off('request', note)
  if (!page.url().endsWith(`#${route}`)) throw new Error(`A tap on ${route} led to ${page.url()}`)
  const [code, answers] = [
    fetched.filter(({ url }) => url.includes('/h5/')),
    fetched.filter(({ url }) => url.includes('/api/')),
  ]
  if (answers.length === 0) throw new Error(`${route} asked for nothing.`)
  const floor = await page.evaluate(repeat, [code, answers])
  return {
    scripts: await weigh(code, /\/h5\/assets\/.*\.js$/),
    program: await weigh(code, /\/h5\/catalogue\//),
    ours,
    floor,
  }
}

type Best = Map<string, Visit>

/** Excludes delays by other work of the machine: the fastest of the rounds, separately for each value. */
function keep(best: Best, route: string, seen: Visit): void {
  const before = best.get(route)
  best.set(
    route,
    before ? { ...seen, ours: Math.min(seen.ours, before.ours), floor: Math.min(seen.floor, before.floor) } : seen,
  )
}

/**
 * Compares with the same page reduced to the necessary: it fetches the same files together, then the same answers together, and puts
 * the final nodes of the screen into the document. Cold is the first tap on a phone that has only loaded Home; otherwise the app has
 * prefetched as usual. No tap begins before its finger is lifted here, though tabs fetch from the moment they are touched.
 */
export async function bench(): Promise<Measure[]> {
  // Prices are fixed: their own changes are no part of a navigation.
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
      // Answers just requested by Home would still be fresh for the next screen.
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
      { name: `${name}: the same, all of it`, ours: first.ours, unit: 'ms', budget: UNINTERRUPTED_MS },
      {
        name: `${name}: code and program still fetched later`,
        ours: later.scripts + later.program,
        unit: 'kB',
        budget: 0,
      },
      {
        name: `${name}: from the tap to drawn, fetched ahead`,
        ours: later.ours,
        floor: later.floor,
        unit: 'ms',
        budget: MET,
      },
    ]
  })
}

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, CDPSession, Page } from 'playwright'
import { storeSettings } from '../../e2e/kit/flows/user.ts'
import { buildApp, launch, phone, startServer } from '../kit/app.ts'
import { installPeers } from '../kit/install-peers.ts'
import { createFeed, type Feed } from '../kit/live-feed.ts'
import { CHANGED, ERRORS, instruments, LAST_TEXT, UPDATES_PER_SECOND, type Row } from './facts.ts'
import { buildPage, type BuiltPage, MESSAGES, type PageServer, RIVALS, type Rival, servePages } from './pages.ts'
import { distWithScreens, ROUTES } from './screens.ts'
import { COUNT_COMMITS } from './work.ts'

export type Contestant = 'ours' | Rival
export const CONTESTANTS: readonly Contestant[] = ['ours', ...RIVALS]
export const BENCH_ROWS: readonly Row[] = ['form', 'list', 'tree']

export interface Stage extends AsyncDisposable {
  feed: Feed
  open(contestant: Contestant, row: Row): Promise<Visit>
}

/** A page of one contestant, without content at first. */
export interface Visit extends AsyncDisposable {
  page: Page
  session: CDPSession
  /** Draws the page and waits until it is still. */
  show(): Promise<void>
  hide(): Promise<void>
  /** Sends the form, which has errors, and waits until they are shown. */
  submit(): Promise<void>
  /** Types into the first field, which has two letters, the third one, and removes it, so many times. */
  flip(times: number): Promise<void>
  /** Writes two letters into the first field, or removes them. */
  prepare(letters: boolean): Promise<void>
}

/** Time after the last change in which a page has to be still: a smooth scroll or a transition ends within it. */
const STILL_MS = 800
/** The app begins to load in advance five seconds after its start. */
const [PREPARED_MS, QUIET_MS] = [7_000, 3_000]

/** Builds all pages, starts the app on a sandbox server with the measured screens, the feed and a browser. `counted`: the app's validators count their calls. */
export async function openStage(counted: boolean, rows: readonly Row[] = BENCH_ROWS): Promise<Stage> {
  buildApp()
  installPeers()
  const pages = new Map<string, BuiltPage>()
  for (const row of rows) for (const rival of RIVALS) pages.set(`${rival}/${row}`, await buildPage(rival, row))
  const market = instruments(Math.floor(Date.now() / 1_000))
  const quotes = market.map(({ quote }) => quote)
  const feed = await createFeed(quotes.length, () => quotes as never)
  const dist = distWithScreens(counted)
  const folder = mkdtempSync(join(tmpdir(), 'placard-bench-'))
  const operator = join(folder, 'operator.json')
  writeFileSync(operator, JSON.stringify({ app: { live: { url: feed.url, path: '/live', protocol: 4 } } }))
  const app = await startServer({
    PLACARD_DIST: dist,
    PLACARD_CONFIG: operator,
    TICK_RATE: '0',
    COMPRESS: '0',
  })
  const reply = JSON.stringify({ type: 'ok', code: 'ok', message: '', params: {}, data: { rows: market } })
  const server = await servePages(pages, { rows: reply, feed: feed.url, dist })
  const browser = await launch(['--disable-frame-rate-limit', '--disable-gpu-vsync'])
  return {
    feed,
    open: (contestant, row) => openVisit(browser, { contestant, row, app: app.url, server, reply }),
    async [Symbol.asyncDispose]() {
      await browser.close()
      await server[Symbol.asyncDispose]()
      await app[Symbol.asyncDispose]()
      await feed[Symbol.asyncDispose]()
      for (const path of [dist, folder]) rmSync(path, { recursive: true, force: true })
    },
  }
}

/** Starts the stream of the list: so many rows change at once, so many times a second. */
export const startUpdates = (feed: Feed): void => feed.start(CHANGED * UPDATES_PER_SECOND, 1_000 / UPDATES_PER_SECOND)

interface Place {
  contestant: Contestant
  row: Row
  app: string
  server: PageServer
  reply: string
}

async function openVisit(browser: Browser, { contestant, row, app, server, reply }: Place): Promise<Visit> {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    isMobile: true,
    hasTouch: true,
    userAgent: phone,
    serviceWorkers: 'block',
  })
  const page = await context.newPage()
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(error.stack ?? String(error)))
  const isOurs = contestant === 'ours'
  const [on, off] = isOurs ? [`#${ROUTES[row]}`, `#${ROUTES.empty}`] : ['#on', '#off']
  await page.addInitScript(COUNT_COMMITS)
  await storeSettings(page, { lang: 'en', theme: 'dark' })
  // No account of the sandbox has a market of this size: the reply has its form and passes the app's transport.
  if (isOurs)
    await page.route('**/api/currency/quotation_new?*', (route) =>
      route.fulfill({ contentType: 'application/json', body: reply }),
    )
  await page.goto(isOurs ? `${app}/h5/${off}` : server.addressOf(contestant, row) + off)
  if (isOurs) {
    await page.getByText('Bench').first().waitFor()
    // The app has loaded its code in advance, as the other pages have theirs.
    await page.waitForTimeout(PREPARED_MS)
    await noRequests(page)
  }
  await page.waitForTimeout(STILL_MS)
  const session = await context.newCDPSession(page)
  const still = async () => {
    await page.waitForTimeout(STILL_MS)
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
    if (faults.length > 0) throw new Error(`${contestant}, ${row}: ${faults.join('\n')}`)
  }
  const go = (hash: string) => page.evaluate((to) => void (location.hash = to), hash)
  const field = () => page.locator('main input, main [contenteditable=true]').first()
  return {
    page,
    session,
    async show() {
      await go(on)
      await page.waitForFunction((text) => document.body.textContent?.includes(text), LAST_TEXT[row], { polling: 50 })
      await still()
      if (isOurs) server.setStyles(row, await stylesOf(page))
    },
    async hide() {
      await go(off)
      await page.waitForFunction((text) => !document.body.textContent?.includes(text), LAST_TEXT[row], { polling: 50 })
      await still()
    },
    async submit() {
      await page
        .getByText('Send', { exact: true })
        .last()
        .evaluate((element: HTMLElement) => element.click())
      await still()
      const shown = await page.evaluate(
        (messages) =>
          [...document.querySelectorAll('main *')].filter(
            (element) => element.childElementCount === 0 && messages.includes(element.textContent ?? ''),
          ).length,
        [MESSAGES.required, MESSAGES.tooShort],
      )
      if (shown !== ERRORS) throw new Error(`${contestant} shows ${shown} errors in place of ${ERRORS}.`)
    },
    async prepare(letters) {
      await field().evaluate((element) => element.focus({ preventScroll: true }))
      for (const key of letters ? ['a', 'b'] : ['Backspace', 'Backspace']) await page.keyboard.press(key)
      await still()
    },
    async flip(times) {
      for (let i = 0; i < times; i += 1) {
        await page.keyboard.press(i % 2 === 0 ? 'c' : 'Backspace')
        await page.waitForTimeout(60)
      }
      await still()
    },
    async [Symbol.asyncDispose]() {
      await context.close()
    },
  }
}

/** Resolves once the page has sent no request for a while. */
async function noRequests(page: Page): Promise<void> {
  let last = Date.now()
  const note = () => void (last = Date.now())
  page.on('request', note)
  while (Date.now() - last < QUIET_MS) await page.waitForTimeout(100)
  page.off('request', note)
}

/** The style sheets of the app's page, in the order in which they apply. */
const stylesOf = (page: Page): Promise<string[]> =>
  page.evaluate(() => [...document.styleSheets].flatMap(({ href }) => (href === null ? [] : [new URL(href).pathname])))

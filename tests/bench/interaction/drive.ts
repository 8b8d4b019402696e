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
import { distWithScreens, LABELS, ROUTES } from './screens.ts'
import { COUNT_COMMITS, MARK_CHANGES, whenIdle } from './work.ts'

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
  /** Paths of the loaded style sheets, in the order in which they apply. */
  styles(): Promise<string[]>
  /** Sends the form, which has errors, and waits until they are shown. */
  submit(): Promise<void>
  /** Types into the first field, which has two letters, the third one, and removes it, so many times. */
  flip(times: number): Promise<void>
  /** Writes two letters into the first field, or removes them. */
  prepare(letters: boolean): Promise<void>
}

/** From one key to the next. */
const KEY_MS = 50
/** The app begins to load in advance five seconds after its start. */
const [PREPARED_MS, QUIET_MS] = [7_000, 2_000]

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
  const open = (contestant: Contestant, row: Row) =>
    openVisit(browser, { contestant, row, app: app.url, server, reply })
  // The pages of the same look have the style sheets of the app's page.
  await Promise.all(
    rows.map(async (row) => {
      await using visit = await open('ours', row)
      await visit.show()
      server.setStyles(row, await visit.styles())
    }),
  )
  return {
    feed,
    open,
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
  const off = isOurs ? `#${ROUTES.empty}` : '#off'
  await page.addInitScript(COUNT_COMMITS)
  await page.addInitScript(MARK_CHANGES)
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
  const session = await context.newCDPSession(page)
  const still = async () => {
    await whenIdle(page, session)
    if (faults.length > 0) throw new Error(`${contestant}, ${row}: ${faults.join('\n')}`)
  }
  // Users of the app press a button and go back; the other pages have no router.
  const go = (isShown: boolean) =>
    page.evaluate(
      ([label, text, shown]) =>
        benchAct(
          () => {
            if (label === null) location.hash = shown ? '#on' : '#off'
            else if (shown)
              [...document.querySelectorAll('button')].find(({ textContent }) => textContent.includes(label))?.click()
            else history.back()
          },
          () => document.body.textContent.includes(text) === shown,
        ),
      [isOurs ? LABELS[row] : null, LAST_TEXT[row], isShown] as const,
    )
  const field = () => page.locator('main input, main [contenteditable=true]').first()
  return {
    page,
    session,
    async show() {
      await go(true)
      await still()
    },
    async hide() {
      await go(false)
      await still()
    },
    styles: () => stylesOf(page),
    async submit() {
      await page
        .getByText('Send', { exact: true })
        .last()
        .evaluate(
          (button: HTMLElement, [messages, errors]) =>
            benchAct(
              () => button.click(),
              () => {
                const text = document.body.textContent
                return messages.reduce((sum, message) => sum + text.split(message).length - 1, 0) === errors
              },
            ),
          [[MESSAGES.required, MESSAGES.tooShort], ERRORS] as const,
        )
      await still()
    },
    async prepare(letters) {
      await field().evaluate((element) => element.focus({ preventScroll: true }))
      for (const key of letters ? ['a', 'b'] : ['Backspace', 'Backspace']) await page.keyboard.press(key)
      await still()
    },
    async flip(times) {
      await page.evaluate(() => void (globalThis.benchWatched = benchWatch()))
      for (let i = 0; i < times; i += 1) {
        await page.keyboard.press(i % 2 === 0 ? 'c' : 'Backspace')
        await page.waitForTimeout(KEY_MS)
      }
      await page.evaluate(() => benchWatched())
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

const stylesOf = (page: Page): Promise<string[]> =>
  page.evaluate(() => [...document.styleSheets].flatMap(({ href }) => (href === null ? [] : [new URL(href).pathname])))

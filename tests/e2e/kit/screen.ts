import { expect as base, type Page, type Request } from '@playwright/test'
import { WAIT_MS } from './browser.ts'
import { createTextOf } from './texts.ts'

const AT_MOST_MS = 5000
/** As in the configuration of Playwright, which proofs run without. */
const expect = base.configure({ timeout: WAIT_MS })
const QUIET_MS = 100
/** React reveals suspended parts every 300 ms at most, so code is followed by a longer silence. */
const REVEAL_MS = 350

interface Awaited {
  requests: Set<Request>
  /** Time of the last loaded code. */
  codeAt: number
}

/** Locates the content of the visible screen. */
export const main = (page: Page) => page.locator('main:visible').first()

/** Locates the open dialog, confirmation or sheet. */
export const dialog = (page: Page) => page.getByRole('alertdialog').or(page.getByRole('dialog'))

const asked = new WeakMap<Page, Awaited>()

/** Tracks the pending requests of a page from now on. */
export function trackRequests(page: Page): Awaited {
  const known = asked.get(page)
  if (known) return known
  const waiting: Awaited = { requests: new Set(), codeAt: performance.now() }
  asked.set(page, waiting)
  const over = (request: Request) => {
    waiting.requests.delete(request)
    if (request.resourceType() === 'script') waiting.codeAt = performance.now()
  }
  page.on('request', (request) => void waiting.requests.add(request))
  // A navigation cancels the requests of the previous page without an event.
  page.on('response', (response) => {
    if (response.request().isNavigationRequest() && response.frame() === page.mainFrame()) waiting.requests.clear()
  })
  page.on('requestfinished', over)
  page.on('requestfailed', over)
  return waiting
}

/** Goes to a screen of the running app, or starts it there. */
export async function goto(page: Page, address: string, quietMs?: number): Promise<void> {
  trackRequests(page)
  if (page.url().includes('/h5/')) await page.evaluate((hash) => void (location.hash = hash), `#${address}`)
  else await page.goto(`/h5/#${address}`)
  await settled(page, quietMs)
}

/** Waits until the screen is complete: no pending request, images and fonts loaded, no further change. */
export async function settled(page: Page, quietMs = QUIET_MS): Promise<void> {
  trackRequests(page)
  await expect(main(page)).toHaveText(/\S/)
  await atRest(page, quietMs, () => expect(page.locator('[aria-busy="true"]:visible')).toHaveCount(0))
}

/** Waits until no request is pending, images and fonts are loaded and nothing changes; calls `before` each check. */
export async function atRest(page: Page, quietMs: number, before?: () => Promise<void>): Promise<void> {
  const waiting = trackRequests(page)
  const start = performance.now()
  let looked: number
  do {
    await before?.()
    await page.evaluate(loaded, AT_MOST_MS)
    looked = performance.now()
    await still(page, looked - waiting.codeAt < REVEAL_MS ? REVEAL_MS : quietMs)
  } while ((waiting.requests.size > 0 || waiting.codeAt > looked) && performance.now() - start < AT_MOST_MS)
}

/** Runs in the page. The wait for images is limited. */
async function loaded(atMostMs: number): Promise<void> {
  const pictures = [...document.images]
    .filter((image) => !image.complete && image.loading !== 'lazy')
    .map((image) => image.decode().catch(() => undefined))
  await Promise.race([
    Promise.all([document.fonts.ready, ...pictures]),
    new Promise((resolve) => setTimeout(resolve, atMostMs)),
  ])
}

/** Waits until no element has been added for a while. */
export const still = (page: Page, quietMs: number): Promise<void> =>
  page.evaluate(quiet, { forMs: quietMs, atMostMs: AT_MOST_MS })

/** Waits until nothing has been added to the page for a while: parts in separate files are loaded by then. Prices only change. */
async function quiet({ forMs, atMostMs }: { forMs: number; atMostMs: number }): Promise<void> {
  const start = performance.now()
  let last = start
  // Without named functions inside: a bundler would mark them with helpers that the page does not have.
  const observer = new MutationObserver(() => {
    last = performance.now()
  })
  observer.observe(document.body, { childList: true, subtree: true })
  while (performance.now() - last < forMs && performance.now() - start < atMostMs)
    await new Promise((resolve) => setTimeout(resolve, 25))
  observer.disconnect()
}

/** Selector of error placeholders. */
const FAILURES = ['shell.crashTitle', 'shell.failedTitle', 'shell.tooOldTitle', 'ui.errorTitle']

/** Checks a screen now, after another one was visited, and after a reload. */
export async function survivesLeaving(page: Page, address: string, check: () => Promise<void>): Promise<void> {
  await check()
  await page.goto('/h5/#/pages/assets/index')
  await expect(main(page)).toContainText(createTextOf('en')('assets.coin'))
  await page.goto(`/h5/#${address}`)
  await check()
  await page.reload()
  await check()
}

/** Expects content and no failed part. */
export async function expectDrawn(page: Page, address: string, lang = 'en'): Promise<void> {
  const text = await main(page).innerText()
  expect(text.trim().length, `${address} shows nothing`).toBeGreaterThan(0)
  const t = createTextOf(lang)
  for (const key of FAILURES) expect(text, address).not.toContain(t(key))
}

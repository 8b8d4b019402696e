import { expect, type Page, type Request } from '@playwright/test'
import { createTextOf } from './texts.ts'

const AT_MOST_MS = 5000
const QUIET_MS = 100
/** React shows parts that it has waited for at most every 300 ms: after code has come, a shorter silence is before them. */
const REVEAL_MS = 350

interface Awaited {
  requests: Set<Request>
  /** When the last code came. */
  codeAt: number
}

const asked = new WeakMap<Page, Awaited>()

/** From now on it is known what the page waits for. */
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
  // What the page before has asked for goes with it, and nobody tells of its end.
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

/** Waits until the screen shows what it has: nothing busy or asked for, pictures and fonts there, nothing more to come. */
export async function settled(page: Page, quietMs = QUIET_MS): Promise<void> {
  trackRequests(page)
  await expect(page.locator('main:visible').first()).toHaveText(/\S/)
  await atRest(page, quietMs, () => expect(page.locator('[aria-busy="true"]:visible')).toHaveCount(0))
}

/** Waits until nothing is asked for, pictures and fonts are there, and nothing more comes; `before` each look. */
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

/** Runs in the page. A picture that never comes is not waited for without end. */
async function loaded(atMostMs: number): Promise<void> {
  const pictures = [...document.images].filter((image) => !image.complete && image.loading !== 'lazy').map((image) => image.decode().catch(() => undefined))
  await Promise.race([Promise.all([document.fonts.ready, ...pictures]), new Promise((resolve) => setTimeout(resolve, atMostMs))])
}

/** Waits until nothing has been put on the page for a while. */
export const still = (page: Page, quietMs: number): Promise<void> => page.evaluate(quiet, { forMs: quietMs, atMostMs: AT_MOST_MS })

/** Until nothing has been put on the page for a while: parts that come in files of their own are there by then. Prices only change. */
async function quiet({ forMs, atMostMs }: { forMs: number; atMostMs: number }): Promise<void> {
  const start = performance.now()
  let last = start
  // Without named functions inside: a bundler would mark them with helpers that the page does not have.
  const observer = new MutationObserver(() => {
    last = performance.now()
  })
  observer.observe(document.body, { childList: true, subtree: true })
  while (performance.now() - last < forMs && performance.now() - start < atMostMs) await new Promise((resolve) => setTimeout(resolve, 25))
  observer.disconnect()
}

/** What stands where a screen or a part of it could not be shown. */
const FAILURES = ['shell.crashTitle', 'shell.failedTitle', 'shell.tooOldTitle', 'ui.errorTitle']

/** The screen has something on it, and no part of it has failed. */
export async function expectDrawn(page: Page, address: string, lang = 'en'): Promise<void> {
  const text = await page.locator('main:visible').first().innerText()
  expect(text.trim().length, `${address} shows nothing`).toBeGreaterThan(0)
  const t = createTextOf(lang)
  for (const key of FAILURES) expect(text, address).not.toContain(t(key))
}

import {
  test as base,
  expect,
  type APIRequestContext,
  type BrowserContext,
  type ConsoleMessage,
  type Page,
} from '@playwright/test'
import { caller } from './net/caller.ts'
import { delayReplies } from './net/lateReplies.ts'
import { markPresses } from './tapGuard.ts'
import { trackRequests } from './screen.ts'
import { startSandbox } from './net/server.ts'
import { recordToasts } from './toasts.ts'

/** Errors of a page: console errors, uncaught exceptions, violations of the content security policy. */
export interface PageErrors {
  messages: string[]
}

/** The only foreign site of the app; a stub page replaces it. */
const FOREIGN = 'https://example.com'

/** Replaces the foreign site by a stub page, so that a test needs no network. */
export async function stubForeignSite(page: Page): Promise<void> {
  await page.route(`${FOREIGN}/**`, (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: '<!doctype html><html lang="en"><title>Example</title><main><h1>Example</h1></main></html>',
    }),
  )
}

/** Log of the browser for a request that a test has aborted. */
const ABORTED = /Failed to load resource.*(ERR_FAILED|ERR_CONNECTION|ERR_INTERNET)/

/** Removes the errors that a test has caused. */
export function allowConsoleErrors({ messages }: PageErrors, caused: RegExp = ABORTED): void {
  messages.splice(0, messages.length, ...messages.filter((said) => !caused.test(said)))
}

/** Collects page errors from now on. Policy violations are read from the page, since the console omits some. */
export async function collectPageErrors(page: Page): Promise<PageErrors> {
  const messages: string[] = []
  trackRequests(page)
  page.on('console', (message: ConsoleMessage) => {
    if (message.type() === 'error') messages.push(`console: ${message.text()} (${message.location().url})`)
  })
  page.on('pageerror', (error) => messages.push(`uncaught: ${error.stack ?? error.message}`))
  await page.exposeFunction('placardViolation', (text: string) => void messages.push(`policy: ${text}`))
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      const report = (window as unknown as { placardViolation(text: string): void }).placardViolation
      report(`${event.effectiveDirective} ${event.blockedURI} ${event.sourceFile}:${event.lineNumber} ${event.sample}`)
    })
  })
  return { messages }
}

/**
 * Emulates a user who saves data: the app then loads no screen or code in advance and installs no service worker, which takes a quarter of the
 * processor time of a test.
 */
export const saveData = (context: BrowserContext | Page): Promise<unknown> =>
  context.addInitScript(() => {
    const { connection } = navigator as Navigator & { connection?: object }
    if (connection) Object.defineProperty(connection, 'saveData', { value: true })
  })

/** The server of a worker, and the last test file that used it. */
interface Own {
  origin: string
  request: APIRequestContext
  file: string
}

interface Fixtures {
  /** Whether the user saves data. A test of what is loaded in advance sets it to false. */
  savesData: boolean
  pageErrors: PageErrors
  fresh: void
}

/** Test that fails on any page error. Each server serves one test at a time and is reset for each file. */
export const test = base.extend<Fixtures, { server: Own }>({
  savesData: [true, { option: true }],
  server: [
    async ({ playwright }, use) => {
      const { origin, stop } = await startSandbox()
      const request = await caller(origin, playwright.request)
      await use({ origin, request, file: '' })
      await request.dispose()
      await stop()
    },
    { scope: 'worker', timeout: 600_000 },
  ],
  baseURL: async ({ server }, use) => use(server.origin),
  request: async ({ server, playwright }, use) => {
    const request = await caller(server.origin, playwright.request)
    await use(request)
    await request.dispose()
  },
  fresh: [
    async ({ server }, use, { file }) => {
      if (server.file !== file) expect((await server.request.post('/sandbox/reset')).ok()).toBe(true)
      server.file = file
      await use()
    },
    { auto: true },
  ],
  pageErrors: [
    async ({ page, context, savesData }, use, testInfo) => {
      if (savesData) await saveData(context)
      await recordToasts(context)
      await markPresses(context)
      await stubForeignSite(page)
      await delayReplies(context, testInfo)
      const pageErrors = await collectPageErrors(page)
      await use(pageErrors)
      expect(pageErrors.messages, 'errors on the page').toEqual([])
    },
    { auto: true },
  ],
})

export { expect }

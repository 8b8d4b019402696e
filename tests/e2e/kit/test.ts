import { test as base, expect, type APIRequestContext, type ConsoleMessage, type Page } from '@playwright/test'
import { caller } from './caller.ts'
import { markPresses } from './tapGuard.ts'
import { listen } from './screen.ts'
import { sandbox } from './server.ts'
import { hearToasts } from './toasts.ts'

/** Where a page told of trouble: errors on the console, uncaught exceptions, refusals of the content security policy. */
export interface Trouble {
  said: string[]
}

/** The only foreign site that the app shows here; a page of our own stands in for it. */
const FOREIGN = 'https://example.com'

export async function standIn(page: Page): Promise<void> {
  await page.route(`${FOREIGN}/**`, (route) => route.fulfill({ contentType: 'text/html', body: '<!doctype html><html lang="en"><title>Example</title><main><h1>Example</h1></main></html>' }))
}

/** Collects trouble from now on. Violations of the policy are asked of the page itself: the console does not show all. */
export async function watch(page: Page): Promise<Trouble> {
  const said: string[] = []
  listen(page)
  page.on('console', (message: ConsoleMessage) => {
    if (message.type() === 'error') said.push(`console: ${message.text()} (${message.location().url})`)
  })
  page.on('pageerror', (error) => said.push(`uncaught: ${error.stack ?? error.message}`))
  await page.exposeFunction('placardViolation', (text: string) => void said.push(`policy: ${text}`))
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      const tell = (window as unknown as { placardViolation(text: string): void }).placardViolation
      tell(`${event.effectiveDirective} ${event.blockedURI} ${event.sourceFile}:${event.lineNumber} ${event.sample}`)
    })
  })
  return { said }
}

/** The server of a worker, and the file whose tests it served last. */
interface Own {
  origin: string
  request: APIRequestContext
  file: string
}

/** A test that fails when the page is in trouble, whatever it asserts. Only one at a time uses a server, and none finds what another file left there. */
export const test = base.extend<{ trouble: Trouble; fresh: void }, { server: Own }>({
  server: [
    async ({ playwright }, use) => {
      const { origin, stop } = await sandbox()
      const request = await caller(origin, playwright.request)
      await use({ origin, request, file: '' })
      await request.dispose()
      await stop()
    },
    { scope: 'worker', timeout: 90_000 },
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
  trouble: [
    async ({ page, context }, use) => {
      await hearToasts(context)
      await markPresses(context)
      await standIn(page)
      const trouble = await watch(page)
      await use(trouble)
      expect(trouble.said, 'errors on the page').toEqual([])
    },
    { auto: true },
  ],
})

export { expect }

import type { BrowserContext, Page } from '@playwright/test'
import { LONG } from '../kit/long.ts'
import { caller } from '../kit/net/caller.ts'
import { startHost, type Host } from '../kit/net/deploy.ts'
import { waitForTapGuard } from '../kit/tapGuard.ts'
import { settled, dialog, main } from '../kit/screen.ts'
import { allowConsoleErrors, expect, test } from '../kit/test.ts'
import { submit, type, yes } from '../kit/flows/transfer.ts'
import { registerUser, storeSettings } from '../kit/flows/user.ts'
import { en } from '../kit/texts.ts'
import { expectToast } from '../kit/toasts.ts'

const HOME = '/pages/index/index'
const TRANSFER = '/pages/assets/transfer'

test.use({ savesData: false })

let place: Host
test.beforeAll(async () => {
  place = await startHost()
})
test.beforeEach(() => place.deploy('aaa'))
test.afterAll(() => place?.stop())

const open = async (page: Page, route: string) => {
  await page.goto(`${place.origin}/h5/#${route}`)
  await settled(page)
}
const go = async (page: Page, route: string) => {
  await page.evaluate((hash) => void (location.hash = hash), route)
  await settled(page)
}
/** The build that the page runs: the last script of the page is the app's own. */
const buildOf = (page: Page) =>
  page.evaluate(
    () =>
      /-(\w{3})/.exec(
        [...document.querySelectorAll<HTMLScriptElement>('script[type="module"]')].at(-1)?.src ?? '',
      )?.[1],
  )
/** Everything that this page has loaded, by build. */
const loadedOf = (page: Page) =>
  page.evaluate(() => [
    ...new Set(
      performance
        .getEntriesByType('resource')
        .map(({ name }) => /\/assets\/.+-(\w{3})[\w-]{5}\.\w+$/.exec(name)?.[1])
        .filter((item) => item !== undefined),
    ),
  ])

/** Waits until this build is cached completely. */
async function kept(page: Page): Promise<void> {
  const state = () => page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.active?.state)
  await expect.poll(state).toBe('activated')
}
/** Cuts the network, or connects it again, and waits until the browser has reported it to each page. */
async function offline(context: BrowserContext, off = true): Promise<void> {
  await context.setOffline(off)
  for (const page of context.pages()) await knows(page, off)
}
/** After a reload without a network: the page has another process, and the browser reports only a change to it. */
async function stillOffline(context: BrowserContext): Promise<void> {
  await context.setOffline(false)
  await offline(context)
}
/** Waits for the state of the network that the browser reports to a page. */
const knows = (page: Page, off: boolean): Promise<void> =>
  expect.poll(() => page.evaluate(() => navigator.onLine)).toBe(!off)
/** Log of the browser without a network, and for chunks that are gone. */
const LOST =
  /ERR_INTERNET_DISCONNECTED|ERR_FAILED|ERR_CONNECTION_REFUSED|404 \(Not Found\)|Failed to fetch dynamically|error loading dynamically|Failed to load module script|WebSocket connection|Refused to apply style|Unable to preload CSS/

test(
  'offline: the app opens with the last catalogue, says so, and has the screens that were never opened',
  LONG,
  async ({ page, context, pageErrors }) => {
    await open(page, HOME)
    const title = await main(page).innerText()
    expect(title).toContain('/USD')
    await kept(page)
    await offline(context)
    await page.reload()
    await settled(page)
    await stillOffline(context)
    await expect(page.getByText(/^You are offline\./)).toBeVisible()
    await expect(page.getByRole('navigation', { name: en('shell.tabs') })).toBeVisible()
    expect(await buildOf(page)).toBe('aaa')
    await go(page, '/pages/user/about')
    await expect(page.getByRole('heading', { level: 1, name: en('about.title') })).toBeVisible()
    await go(page, '/pages/user/set')
    await expect(page.getByText(en('settings.coloursHint'))).toBeVisible()
    await offline(context, false)
    await expect(page.getByText(/^You are offline\./)).toBeHidden()
    allowConsoleErrors(pageErrors, LOST)
  },
)

test(
  'offline: a reload shows the last prices with their age, and what was never seen says why it is missing',
  LONG,
  async ({ page, context, pageErrors }) => {
    const price = /\d[\d,]*\.\d{2,}/
    for (const route of [HOME, '/pages/whdetail/index?symbol=BTCUSDT', '/pages/market/index']) {
      await open(page, route)
      await expect(main(page)).toContainText(price)
    }
    await kept(page)
    await offline(context)
    await page.reload()
    await settled(page)
    await stillOffline(context)
    await expect(page.getByText(/^You are offline\. Last updated: (just now|\d+ minutes? ago)/)).toBeVisible()
    await expect(main(page)).toContainText('BTC/USDT')
    await expect(main(page)).toContainText(price)
    for (const route of [HOME, '/pages/whdetail/index?symbol=BTCUSDT']) {
      await go(page, route)
      await expect(main(page)).toContainText(price)
      await expect(page.getByText(/Last updated: /)).toBeVisible()
    }
    await go(page, '/pages/whdetail/index?symbol=ETHUSDT')
    await expect(
      main(page)
        .getByRole('button', { name: en('ui.retry') })
        .first(),
    ).toBeVisible()
    await offline(context, false)
    await expect(page.getByText(/^You are offline/)).toBeHidden()
    allowConsoleErrors(pageErrors, LOST)
  },
)

const CHARTS = ['contract/index', 'trade/index', 'kline/index', 'whdetail/index'].map(
  (screen) => `/pages/${screen}?symbol=BTCUSDT`,
)

test('offline: a chart from the cache says its age', LONG, async ({ page, context, pageErrors }) => {
  const age = main(page).getByText(new RegExp(`^${en('chart.asOf')}\\W?\\d{4}-\\d{2}-\\d{2} \\d{2}:\\d{2}`))
  for (const route of CHARTS) {
    await open(page, route)
    await expect(main(page).locator('figure canvas').first()).toBeVisible()
    await expect(age).toHaveCount(0)
  }
  await kept(page)
  await offline(context)
  for (const route of CHARTS) {
    await page.goto('about:blank')
    await open(page, route)
    await expect(main(page).locator('figure canvas').first()).toBeVisible()
    await expect(age).toBeVisible()
  }
  await offline(context, false)
  await expect(age).toHaveCount(0)
  allowConsoleErrors(pageErrors, LOST)
})

test('the code for an idle network loads completely', LONG, async ({ page }) => {
  await page.addInitScript(() => {
    const failures: string[] = []
    Object.assign(window, { chunkFailures: failures })
    addEventListener('vite:preloadError', ({ payload }) => void failures.push(String(payload)))
  })
  await open(page, HOME)
  await kept(page)
  expect(await page.evaluate(() => (window as unknown as { chunkFailures: string[] }).chunkFailures)).toEqual([])
})

test('it is installable: manifest, icons, start and scope', LONG, async ({ page }) => {
  await open(page, HOME)
  const href = await page.locator('link[rel=manifest]').getAttribute('href')
  const manifest = (await (await page.request.get(`${place.origin}${href}`)).json()) as {
    name: string
    start_url: string
    scope: string
    display: string
    icons: { src: string; sizes: string; purpose?: string }[]
  }
  expect(manifest).toMatchObject({ start_url: '/h5/', scope: '/h5/', display: 'standalone' })
  expect(manifest.name).not.toBe('')
  expect(manifest.icons.map(({ sizes, purpose }) => `${sizes} ${purpose ?? ''}`)).toEqual(
    expect.arrayContaining(['192x192 ', '512x512 ', '512x512 maskable']),
  )
  for (const { src, sizes } of manifest.icons) {
    const size = await page.evaluate(async (address) => {
      const image = new Image()
      image.src = address
      await image.decode()
      return `${image.naturalWidth}x${image.naturalHeight}`
    }, `/h5/${src}`)
    if (sizes !== 'any') expect(size).toBe(sizes)
  }
  const errors = await (await page.context().newCDPSession(page)).send('Page.getInstallabilityErrors')
  expect(errors.installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== 'in-incognito')).toEqual([])
})

test(
  'a deploy in between: the page keeps its build and switches when the user confirms',
  LONG,
  async ({ page, pageErrors }) => {
    await open(page, HOME)
    await kept(page)
    await page.reload()
    await settled(page)
    await place.deploy('bbb')
    await page.evaluate(async () => void (await (await navigator.serviceWorker.getRegistration())?.update()))
    await expect(page.getByText(en('shell.updateReady'))).toBeVisible()
    await go(page, '/pages/login/index')
    await expect(page.getByRole('textbox', { name: en('field.account') })).toBeVisible()
    expect(await loadedOf(page)).toEqual(['aaa'])
    // A reload is no confirmation: the other build waits for one.
    await page.reload()
    await settled(page)
    expect(await loadedOf(page)).toEqual(['aaa'])

    await test.step('typed input is asked about', async () => {
      await page.getByRole('textbox', { name: en('field.account') }).fill('ada')
      await page.getByRole('button', { name: en('shell.reload') }).click()
      await expect(dialog(page)).toContainText(en('shell.updateTyped'))
      await dialog(page)
        .getByRole('button', { name: en('ui.cancel') })
        .click()
      await expect(page.getByRole('textbox', { name: en('field.account') })).toHaveValue('ada')
    })
    await page.getByRole('button', { name: en('shell.reload') }).click()
    const gone = page.waitForEvent('load')
    await dialog(page)
      .getByRole('button', { name: en('shell.reload') })
      .click()
    await gone
    await settled(page)
    expect(await loadedOf(page)).toEqual(['bbb'])
    allowConsoleErrors(pageErrors, LOST)
  },
)

test('another tab keeps its build when one switches', LONG, async ({ page, context, pageErrors }) => {
  await open(page, HOME)
  await kept(page)
  const other = await context.newPage()
  await open(other, HOME)
  await page.reload()
  await settled(page)
  await place.deploy('bbb')
  await page.evaluate(async () => void (await (await navigator.serviceWorker.getRegistration())?.update()))
  const gone = page.waitForEvent('load')
  await page.getByRole('button', { name: en('shell.reload') }).click()
  await gone
  await go(other, '/pages/login/index')
  await expect(other.getByRole('textbox', { name: en('field.account') })).toBeVisible()
  expect([await loadedOf(page), await loadedOf(other)]).toEqual([['bbb'], ['aaa']])
  allowConsoleErrors(pageErrors, LOST)
})

test('a part deleted by a deploy: one reload, and the screen opens', LONG, async ({ page, pageErrors }) => {
  // No service worker before the first navigation.
  await page.route('**/h5/sw.js', (route) => route.abort())
  await open(page, HOME)
  let loads = 0
  page.on('load', () => (loads += 1))
  await place.deploy('bbb')
  await page.evaluate(() => void (location.hash = '/pages/login/index'))
  await expect(page.getByRole('textbox', { name: en('field.account') })).toBeVisible()
  expect(await buildOf(page)).toBe('bbb')
  expect(await loadedOf(page)).toEqual(['bbb'])
  expect(loads).toBe(1)
  allowConsoleErrors(pageErrors, LOST)
})

test('a part missing everywhere: no endless reload, but an error text', LONG, async ({ page, pageErrors }) => {
  await page.route('**/h5/sw.js', (route) => route.abort())
  await page.route('**/assets/Form-*.js', (route) => route.fulfill({ status: 404, body: 'none' }))
  // Two servers behind one address, each with its own build.
  let asked = 0
  await page.route(`${place.origin}/h5/`, async (route) => {
    if (route.request().resourceType() === 'document') return route.fallback()
    asked += 1
    return route.fulfill({
      contentType: 'text/html',
      body: '<script type="module" src="/h5/assets/index-other000.js"></script>',
    })
  })
  await open(page, HOME)
  let loads = 0
  page.on('load', () => (loads += 1))
  await page.evaluate(() => void (location.hash = '/pages/login/index'))
  await expect.poll(() => asked).toBeGreaterThan(1)
  await expect(main(page)).toContainText(/could not be/)
  await page.waitForTimeout(2_000)
  expect(loads).toBe(1)
  allowConsoleErrors(pageErrors, LOST)
})

test('offline no money moves: it is refused with a clear message, and nothing is stored as sent', async ({
  page,
  context,
  pageErrors,
}) => {
  const request = await caller(place.origin)
  const { token } = await registerUser(request)
  await storeSettings(page, { token })
  await open(page, TRANSFER)
  await kept(page)
  await type(page, '10')
  const sent: string[] = []
  page.on('request', (request) => void (request.url().endsWith('/api/wallet/transfer') && sent.push(request.url())))
  await offline(context)
  await expect(page.getByText(/^You are offline\./)).toBeVisible()
  await submit(page).click()
  await yes(page).click()
  await expectToast(page, en('error.offline'))
  await expect(main(page)).not.toContainText(en('transfer.unsure'))
  expect(
    await page.evaluate(() => Object.keys(localStorage).filter((name) => name.startsWith('placard.submit.'))),
  ).toEqual([])
  expect(sent).toEqual([])
  await offline(context, false)
  await waitForTapGuard(page)
  await submit(page).click()
  await yes(page).click()
  await expect(page).toHaveURL(/#\/pages\/assets\/transferOrder/)
  await request.dispose()
  // Errors of failed requests may be logged late.
  allowConsoleErrors(pageErrors, LOST)
})

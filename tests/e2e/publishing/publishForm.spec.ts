import type { Browser, Page } from '@playwright/test'
import { LONG } from '../kit/long.ts'
import { phone } from '../kit/browser.ts'
import { proxy, type Proxy } from '../kit/net/proxy.ts'
import { publisher, type Publisher } from '../kit/flows/publisher.ts'
import { settled } from '../kit/screen.ts'
import { allowConsoleErrors, expect, saveData, test, collectPageErrors } from '../kit/test.ts'
import { en } from '../kit/texts.ts'
import { TERMS_VERSION } from '../../../src/server/modules/identity/terms.ts'

const REGISTER = '/pages/register/index'
/** Its form loads no data. */
const LOGIN = '/pages/login/index'
const MODULE = /^\/h5\/catalogue\/[0-9a-f]{64}\.js/

let place: Publisher
let line: Proxy
test.beforeAll(async () => {
  place = await publisher()
  line = await proxy(place.origin)
})
test.beforeEach(() => {
  line.alter(null)
  line.asked.length = 0
})
test.afterAll(async () => {
  await line?.stop()
  await place?.stop()
})
test.describe.configure({ mode: 'serial' })

const open = async (page: Page, route = REGISTER) => {
  await page.goto(`${line.origin}/h5/#${route}`)
  await settled(page)
}
const account = (page: Page) => page.getByRole('textbox', { name: en('field.account') })
const password = (page: Page) => page.getByLabel(en('field.password'), { exact: true })
const failed = (page: Page) => page.getByText(en('shell.failedTitle'))
const said = (page: Page, text: string) => page.getByText(text, { exact: true })
const length = (min: number) => en('form.passwordLength', { min, max: 16 })

/** A longer password, which does not contain the name of the account. */
function strengthen(least: number, form = 'register'): void {
  place.restore()
  place.edit(`schemas/forms/${form}.json`, ({ schema, rules }) => {
    const { password: field } = (schema as { properties: Record<string, Record<string, unknown>> }).properties
    Object.assign(field ?? {}, { minLength: least, maxLength: 16 })
    ;(rules as object[]).push({ check: '=!password.contains(account)', field: 'password', message: 'form.invalid' })
  })
}

async function refusesShort(page: Page): Promise<void> {
  await password(page).fill('secret123')
  await password(page).blur()
  await expect(said(page, length(10))).toBeVisible()
}

async function register(given: {
  account: string
  password: string
}): Promise<{ type: string; code: string; params: Record<string, unknown> }> {
  const response = await fetch(`${place.origin}/api/user/register`, {
    method: 'POST',
    body: new URLSearchParams({ type: 'account', country: 'DE', terms: TERMS_VERSION, lang: 'en', ...given }),
  })
  return (await response.json()) as { type: string; code: string; params: Record<string, unknown> }
}

/** Log of the browser for a wrong hash and for a missing network. */
const BROKEN = /'integrity' attribute|ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to fetch|WebSocket connection/
/** A page without interception: its HTTP cache works. */
async function visitor(browser: Browser) {
  const context = await browser.newContext({ ...phone })
  const page = await context.newPage()
  return { context, page, pageErrors: await collectPageErrors(page) }
}
const modulesAsked = () => line.asked.filter((path) => MODULE.test(path))

test(
  'an open app has the published limit and the published rule, in its field and on the server',
  LONG,
  async ({ page }) => {
    await place.publish('as it is')
    await open(page)
    await account(page).fill('adaLovelace1')
    await password(page).fill('secret12')
    await password(page).blur()
    await expect(said(page, length(6))).toBeHidden()
    const before = modulesAsked()
    expect(before.length).toBeGreaterThan(0)

    strengthen(9)
    await place.publish('stronger', true)
    await expect(said(page, length(9))).toBeVisible()
    await expect(account(page)).toHaveValue('adaLovelace1')
    await expect(password(page)).toHaveValue('secret12')
    expect(modulesAsked().some((path) => !before.includes(path))).toBe(true)

    await password(page).fill('adaLovelace12')
    await expect(said(page, length(9))).toBeHidden()
    await expect(said(page, en('form.invalid'))).toBeVisible()
    await password(page).fill('secret1234')
    await expect(said(page, en('form.invalid'))).toBeHidden()

    await expect
      .poll(async () => (await register({ account: 'someone_1', password: 'secret12' })).code)
      .toBe('parameterError')
    for (const given of ['secret12', 'adaLovelace12'])
      expect(await register({ account: 'adaLovelace1', password: given })).toMatchObject({
        type: 'error',
        code: 'parameterError',
        params: { field: 'password' },
      })
    expect(await register({ account: 'adaLovelace1', password: 'secret1234' })).toMatchObject({ type: 'ok' })
  },
)

test('a field gets a widget whose code the page did not have, and its value stays', LONG, async ({ page }) => {
  place.restore()
  await place.publish('one line')
  await open(page)
  await account(page).fill('adaLovelace1')
  await expect(account(page)).toHaveJSProperty('tagName', 'INPUT')

  place.edit('schemas/forms/register.json', ({ uiSchema }) => {
    const ui = uiSchema as Record<string, Record<string, unknown>>
    ui.account = { ...ui.account, 'ui:widget': 'textarea' }
  })
  await place.publish('several lines', true)
  await expect(account(page)).toHaveJSProperty('tagName', 'TEXTAREA')
  await expect(account(page)).toHaveValue('adaLovelace1')
})

test(
  'a module with other bytes does not run: the screen says that it failed, and works once the bytes are right',
  LONG,
  async ({ browser }) => {
    const { context, page, pageErrors } = await visitor(browser)
    // Without it the app loads all modules for offline use, after 5 s.
    await saveData(context)
    strengthen(10)
    await place.publish('to be altered')
    line.alter({ path: MODULE, bytes: (text) => `globalThis.stolen = true;${text}` })
    await open(page)
    await expect(failed(page)).toBeVisible()
    await page.getByRole('button', { name: en('ui.retry') }).click()
    await expect.poll(() => modulesAsked().length).toBeGreaterThan(2)
    await expect(failed(page)).toBeVisible()
    expect(await page.evaluate(() => 'stolen' in globalThis)).toBe(false)
    expect(pageErrors.messages.some((message) => message.includes("'integrity' attribute"))).toBe(true)
    allowConsoleErrors(pageErrors, BROKEN)

    line.alter(null)
    await page.getByRole('button', { name: en('ui.retry') }).click()
    await refusesShort(page)
    expect(await page.evaluate(() => 'stolen' in globalThis)).toBe(false)
    // The document caches its failure of the plain address.
    allowConsoleErrors(pageErrors, BROKEN)

    await test.step('the bad copy is gone from the HTTP cache too', async () => {
      line.asked.length = 0
      await page.reload()
      await settled(page)
      await refusesShort(page)
      expect(modulesAsked()).toEqual([])
      expect(pageErrors.messages).toEqual([])
    })
    await context.close()
  },
)

test(
  'a reloaded form validates without a network, and with an altered copy on the device',
  LONG,
  async ({ browser }) => {
    const { context, page, pageErrors } = await visitor(browser)
    strengthen(10, 'login')
    await place.publish('for a page that is stored')
    await open(page, LOGIN)
    const state = () => page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.active?.state)
    await expect.poll(state).toBe('activated')
    await page.reload()
    await settled(page)
    await context.setOffline(true)
    await page.reload()
    await settled(page)
    await refusesShort(page)
    await context.setOffline(false)
    allowConsoleErrors(pageErrors, BROKEN)

    await page.evaluate(async () => {
      const cache = await caches.open('placard-catalogue')
      for (const { url } of await cache.keys())
        if (/\/[0-9a-f]{64}$/.test(url)) await cache.put(url, new Response('globalThis.stolen = true'))
    })
    await page.reload()
    await settled(page)
    await refusesShort(page)
    expect(await page.evaluate(() => 'stolen' in globalThis)).toBe(false)
    expect(pageErrors.messages.some((message) => message.includes("'integrity' attribute"))).toBe(true)
    allowConsoleErrors(pageErrors, BROKEN)
    expect(pageErrors.messages).toEqual([])
    await context.close()
  },
)

import type { APIRequestContext, Page } from '@playwright/test'
import { LONG } from '../kit/long.ts'
import { satisfyGuards } from '../kit/accessRules.ts'
import { confirmIdentity } from '../kit/flows/confirmIdentity.ts'
import { publisher, type Publisher } from '../kit/flows/publisher.ts'
import { waitForTapGuard } from '../kit/tapGuard.ts'
import { settled, dialog, main } from '../kit/screen.ts'
import { expect, test } from '../kit/test.ts'
import { registerUser, storeSettings } from '../kit/flows/user.ts'
import { PAY_PASSWORD } from '../kit/flows/withdraw.ts'
import { en } from '../kit/texts.ts'

const HOME = '/pages/index/index'
const MARKET = '/pages/market/index'
const HELP = '/pages/help/index'
const ABOUT = '/pages/user/about'
const WITHDRAW = '/pages/assets/withdraw'

const at = (page: Page, route: string) => expect(page).toHaveURL(new RegExp(`#${route}(\\?|$)`))
/** Simulates an address typed by hand. */
const type = (page: Page, route: string) => page.evaluate((hash) => void (location.hash = hash), route)
/** The browser's back button. */
// The call has returned before the history changes: a change can take its reply along.
const back = (page: Page) => page.evaluate(() => void setTimeout(() => history.back()))
const forward = (page: Page) => page.evaluate(() => void setTimeout(() => history.forward()))
const sheet = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true })
const press = (page: Page, key: string) =>
  main(page)
    .getByRole('button', { name: en(key), exact: true })
    .click()

/** Expects that no pending history change replaces the screen. */
async function stays(page: Page, route: string): Promise<void> {
  await page.waitForTimeout(300)
  await at(page, route)
  await expect(dialog(page)).toHaveCount(0)
}

const DARK = { theme: 'dark', lang: 'en' } as const

/** A screen with a button that opens a sheet; the sheet contains a form with pickers, and buttons that navigate. */
test.describe('over a sheet', () => {
  // One server for all tests: otherwise each worker starts its own.
  test.describe.configure({ mode: 'default' })
  let place: Publisher
  const OPEN = 'ui.ok'
  const [GO, CLOSE_AND_GO, RELAUNCH] = ['help.title', 'news.title', 'shell.home']
  const filters = (page: Page) => sheet(page, en('field.coin'))
  const picker = (page: Page) => sheet(page, en('field.network'))
  const close = (page: Page, which: (page: Page) => ReturnType<typeof sheet>) =>
    which(page)
      .getByRole('button', { name: en('ui.close') })
      .click()

  test.beforeAll(async () => {
    place = await publisher()
    const button = (label: string, ...press: object[]) => ({
      widget: 'Button',
      props: { label, variant: 'secondary' },
      on: { press },
    })
    place.edit('screens/user/about.json', (json) => {
      const [scroll] = json.body as [{ children: object[] }]
      scroll.children.unshift(
        button(OPEN, {
          action: 'sheet',
          title: 'field.coin',
          body: [
            {
              widget: 'Form',
              props: {
                form: 'walletAddress',
                submitLabel: 'ui.ok',
                choices: { currency: "=[{'id': 'USDT', 'label': 'USDT'}]" },
              },
              on: { submit: [{ action: 'closeSheet' }] },
            },
            button(GO, { action: 'navigate', to: HELP }),
            button(CLOSE_AND_GO, { action: 'closeSheet' }, { action: 'navigate', to: HELP }),
            button(RELAUNCH, { action: 'resetTo', to: MARKET }),
          ],
        }),
      )
    })
    await place.publish('a sheet to go back from')
  })
  test.afterAll(() => place?.stop())
  test.beforeEach(({ page }) => storeSettings(page, DARK))

  /** Home, then the screen. */
  async function enter(page: Page): Promise<void> {
    await page.goto(`${place.origin}/h5/#${HOME}`)
    await settled(page)
    await type(page, ABOUT)
  }
  async function open(page: Page): Promise<void> {
    await enter(page)
    await openSheet(page)
  }
  async function openSheet(page: Page): Promise<void> {
    await settled(page)
    await waitForTapGuard(page)
    await press(page, OPEN)
    // Its button is busy for as long as the sheet is open.
    await expect(filters(page).locator('form')).toBeVisible()
  }
  async function openPicker(page: Page): Promise<void> {
    await openSheet(page)
    await waitForTapGuard(page)
    await filters(page)
      .getByRole('button', { name: new RegExp(`^${en('field.network')}`) })
      .click()
    await expect(picker(page)).toBeVisible()
  }

  test('back closes the layer on top, one at a time, and leaves the screen after the last', async ({ page }) => {
    await enter(page)
    await openPicker(page)
    await back(page)
    await expect(picker(page)).toHaveCount(0)
    await expect(filters(page)).toBeVisible()
    await back(page)
    await expect(filters(page)).toHaveCount(0)
    await stays(page, ABOUT)
    await back(page)
    await at(page, HOME)
  })

  test('back closes a layer also when the app has no screen below', LONG, async ({ page }) => {
    const outside = `${place.origin}/h5/config.json`
    await page.goto(outside)
    await page.goto(`${place.origin}/h5/#${ABOUT}`)
    await openSheet(page)
    await page.goBack()
    await expect(filters(page)).toHaveCount(0)
    await stays(page, ABOUT)
    await page.goBack()
    await expect(page).toHaveURL(outside)
  })

  test('going back two entries at once closes two layers', LONG, async ({ page }) => {
    await page.goto(`${place.origin}/h5/#${ABOUT}`)
    await openPicker(page)
    await page.evaluate(() => void setTimeout(() => history.go(-2)))
    await stays(page, ABOUT)
  })

  for (const [way, leave] of [
    ['its button', (page: Page) => close(page, filters)],
    ['Escape', (page: Page) => page.keyboard.press('Escape')],
    ['the backdrop', (page: Page) => page.touchscreen.tap(195, 20)],
  ] as const)
    test(`a sheet closed by ${way} leaves no entry: one press of back leaves the screen`, LONG, async ({ page }) => {
      await open(page)
      await leave(page)
      await expect(filters(page)).toHaveCount(0)
      await stays(page, ABOUT)
      await back(page)
      await at(page, HOME)
    })

  test('Escape closes only the top layer, with its entry', LONG, async ({ page }) => {
    await enter(page)
    await openPicker(page)
    await page.keyboard.press('Escape')
    await expect(picker(page)).toHaveCount(0)
    await page.waitForTimeout(300)
    await expect(filters(page)).toBeVisible()
    await back(page)
    await expect(filters(page)).toHaveCount(0)
    await stays(page, ABOUT)
    await back(page)
    await at(page, HOME)
  })

  test('a choice closes its picker alone, with its entry', LONG, async ({ page }) => {
    await enter(page)
    await openPicker(page)
    await picker(page).getByRole('radio', { name: 'ERC20' }).click({ force: true })
    await expect(picker(page)).toHaveCount(0)
    await page.waitForTimeout(300)
    await back(page)
    await expect(filters(page)).toHaveCount(0)
    await stays(page, ABOUT)
    await back(page)
    await at(page, HOME)
  })

  test('forward brings no closed layer back, and adds no press of back', LONG, async ({ page }) => {
    await open(page)
    await back(page)
    await stays(page, ABOUT)
    await forward(page)
    await stays(page, ABOUT)
    await back(page)
    await at(page, HOME)
  })

  test('a reload leaves open layers, with their entries', LONG, async ({ page }) => {
    await enter(page)
    await openPicker(page)
    // A reload while the browser still adds the entry of the layer would load the entry below it.
    await page.waitForFunction(() => (history.state as { usr?: { layers?: number } } | null)?.usr?.layers === 2)
    await page.reload()
    await settled(page)
    await stays(page, ABOUT)
    await openSheet(page)
    await back(page)
    await stays(page, ABOUT)
    await back(page)
    await at(page, HOME)
  })

  for (const name of [GO, CLOSE_AND_GO])
    test(`a screen opened from a layer lies on the screen below it (${name})`, LONG, async ({ page }) => {
      await open(page)
      await waitForTapGuard(page)
      await filters(page)
        .getByRole('button', { name: en(name), exact: true })
        .click()
      await at(page, HELP)
      await settled(page)
      await stays(page, HELP)
      await back(page)
      await stays(page, ABOUT)
      await back(page)
      await at(page, HOME)
    })

  test('a relaunch from a layer forgets its screen', LONG, async ({ page }) => {
    await open(page)
    await waitForTapGuard(page)
    await filters(page)
      .getByRole('button', { name: en(RELAUNCH), exact: true })
      .click()
    await at(page, MARKET)
    await stays(page, MARKET)
    await back(page)
    await at(page, HOME)
  })

  test(
    'an address typed by hand closes every layer, and their entries cost no press on the way back',
    LONG,
    async ({ page }) => {
      await enter(page)
      await openPicker(page)
      await type(page, HELP)
      await settled(page)
      await stays(page, HELP)
      await back(page)
      await stays(page, ABOUT)
      await back(page)
      await at(page, HOME)
    },
  )

  test('layers open and close, and the screen below is unchanged', LONG, async ({ page }) => {
    await open(page)
    await close(page, filters)
    await stays(page, ABOUT)
    await main(page).evaluate((element) => Object.assign(element, { marked: true }))
    await openPicker(page)
    await back(page)
    await back(page)
    await stays(page, ABOUT)
    expect(await main(page).evaluate((element) => 'marked' in element)).toBe(true)
  })
})

test.describe('over a screen with money', () => {
  const amount = (page: Page) => main(page).getByRole('textbox', { name: en('withdraw.amount'), exact: true })
  const pad = (page: Page) => page.getByRole('group', { name: en('keypad.label') })
  const stepUp = (page: Page) => page.getByRole('dialog', { name: en('shell.stepUpTitle') })
  const password = (page: Page) => page.getByLabel(en('shell.payPasswordLabel'))

  /** Home, as a user with full access. */
  async function enter(page: Page, request: APIRequestContext): Promise<void> {
    const { token } = await registerUser(request)
    await satisfyGuards(request, token)
    await storeSettings(page, { ...DARK, token })
    await page.goto(`/h5/#${HOME}`)
    await settled(page)
  }

  test(
    'back closes only the keypad, the confirmation, the step-up or the payment password, and a submit removes their entries',
    LONG,
    async ({ page, request }) => {
      await enter(page, request)
      await type(page, WITHDRAW)
      await settled(page)

      await amount(page).click()
      for (const key of '20') await pad(page).getByRole('button', { name: key, exact: true }).click()
      await back(page)
      await expect(pad(page)).toHaveCount(0)
      await expect(amount(page)).toHaveValue('20')
      await stays(page, WITHDRAW)

      const submit = main(page)
        .locator('form')
        .getByRole('button', { name: en('withdraw.title'), exact: true })
      const agree = dialog(page).getByRole('button', { name: en('withdraw.title') })
      const confirm = async () => {
        await waitForTapGuard(page)
        await submit.click()
        await expect(agree).toBeVisible()
        await waitForTapGuard(page)
        await agree.click()
      }
      await submit.click()
      await expect(agree).toBeVisible()
      await back(page)
      await stays(page, WITHDRAW)

      await confirm()
      await expect(stepUp(page)).toBeVisible()
      await back(page)
      await expect(stepUp(page)).toHaveCount(0)
      await stays(page, WITHDRAW)

      await confirm()
      await confirmIdentity(page)
      await expect(password(page)).toBeVisible()
      await back(page)
      await expect(password(page)).toHaveCount(0)
      await stays(page, WITHDRAW)

      await confirm()
      await confirmIdentity(page)
      await password(page).fill(PAY_PASSWORD)
      await at(page, '/pages/assets/withdrawDetail')
      await stays(page, '/pages/assets/withdrawDetail')
      await back(page)
      await at(page, HOME)
    },
  )

  test(
    'the link from the payment password to the forgotten one adds no history entry',
    LONG,
    async ({ page, request }) => {
      await enter(page, request)
      await type(page, WITHDRAW)
      await settled(page)
      await amount(page).fill('20')
      await pad(page)
        .getByRole('button', { name: en('keypad.done') })
        .click()
      await waitForTapGuard(page)
      await main(page)
        .locator('form')
        .getByRole('button', { name: en('withdraw.title'), exact: true })
        .click()
      await expect(dialog(page)).toBeVisible()
      await waitForTapGuard(page)
      await dialog(page)
        .getByRole('button', { name: en('withdraw.title') })
        .click()
      await confirmIdentity(page)
      await expect(page.getByRole('button', { name: en('shell.payPasswordForgot') })).toBeVisible()
      await waitForTapGuard(page)
      await page.getByRole('button', { name: en('shell.payPasswordForgot') }).click()
      await at(page, '/pages/user/editPaypwd')
      await settled(page)
      await stays(page, '/pages/user/editPaypwd')
      await back(page)
      await stays(page, WITHDRAW)
      await back(page)
      await at(page, HOME)
    },
  )

  test('a sheet over a tab is closed when the tab is opened again', LONG, async ({ page, request }) => {
    await enter(page, request)
    await type(page, '/pages/trade/index')
    await settled(page)
    const instrument = main(page)
      .getByRole('button', { name: /BTC\/USDT/ })
      .first()
    await instrument.click()
    await expect(dialog(page)).toHaveCount(1)
    await type(page, MARKET)
    await settled(page)
    await stays(page, MARKET)
    await page
      .getByRole('navigation')
      .getByRole('button', { name: en('tab.trade') })
      .click()
    await settled(page)
    await stays(page, '/pages/trade/index')
    await instrument.click()
    await expect(dialog(page)).toHaveCount(1)
    await back(page)
    await stays(page, '/pages/trade/index')
  })
})

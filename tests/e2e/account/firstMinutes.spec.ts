import type { Page } from '@playwright/test'
import { LONG } from '../kit/long.ts'
import { settled, main } from '../kit/screen.ts'
import { expect, test } from '../kit/test.ts'
import { storeSettings } from '../kit/flows/user.ts'
import { waitForTapGuard } from '../kit/tapGuard.ts'
import { createTextOf, en } from '../kit/texts.ts'

const REGISTER = '/pages/register/index'
const ASSETS = '/pages/assets/index'

const named = (prefix: string) => `${prefix}${Date.now().toString(36)}${Math.floor(Math.random() * 1e4).toString(36)}`
const field = (page: Page, key: string) => main(page).getByLabel(new RegExp(`^${en(key)}`))
const email = (page: Page) => main(page).getByRole('textbox', { name: en('field.email') })
const tick = (page: Page) => main(page).getByLabel(en('register.agree'))
const submit = (page: Page, t = en) =>
  main(page)
    .locator('form')
    .getByRole('button', { name: t('register.submit'), exact: true })
const by = (page: Page, key: string) => main(page).getByRole('radio', { name: en(key), exact: true })

async function openRegister(page: Page): Promise<void> {
  await storeSettings(page, { theme: 'dark', lang: 'en' })
  await page.goto(`/h5/#${REGISTER}`)
  await settled(page)
}

async function chooseCountry(page: Page, name: string): Promise<void> {
  await waitForTapGuard(page)
  await main(page)
    .getByRole('button', { name: new RegExp(`^${en('field.country')}`) })
    .click()
  const list = page.getByRole('dialog', { name: en('field.country') })
  await list.getByRole('searchbox').fill(name)
  await list.getByRole('radio', { name, exact: true }).click({ force: true })
}

async function fillPasswords(page: Page): Promise<void> {
  await field(page, 'field.password').first().fill('secret12')
  await field(page, 'field.passwordConfirm').fill('secret12')
}

const token = (page: Page) => page.evaluate(() => localStorage.getItem('placard.token'))

test('a registered user is logged in, and goes where they were going', async ({ page }) => {
  await storeSettings(page, { theme: 'dark', lang: 'en' })
  await page.goto(`/h5/#${ASSETS}`)
  await settled(page)
  await main(page)
    .getByRole('button', { name: en('register.title'), exact: true })
    .click()
  await settled(page)
  await field(page, 'field.account').fill(named('new'))
  await fillPasswords(page)
  await chooseCountry(page, 'Portugal')
  await tick(page).check({ force: true })
  await submit(page).click()
  await expect(page).toHaveURL(new RegExp(`#${ASSETS}`))
  expect(await token(page)).not.toBeNull()
})

test('a registration by wallet address logs in, and records the terms agreed to', LONG, async ({ page }) => {
  await openRegister(page)
  await by(page, 'register.wallet').check({ force: true })
  await field(page, 'field.walletAddress').fill(`T${named('').padEnd(33, 'x').slice(0, 33)}`)
  await fillPasswords(page)
  await chooseCountry(page, 'Portugal')
  await submit(page).click()
  await expect(main(page).getByText(en('form.mustAccept'))).toBeVisible()
  await tick(page).check({ force: true })
  await submit(page).click()
  await expect(page).toHaveURL(/#\/pages\/index\/index/)
  await page.evaluate(() => void (location.hash = '/pages/user/about'))
  await settled(page)
  await expect(main(page).getByText(/You agreed to the terms of use/)).toBeVisible()
})

for (const { way, address, put, delivered } of [
  {
    way: 'login.email',
    address: () => `${named('mail')}@example.org`,
    put: async (page: Page, to: string) => email(page).fill(to),
    delivered: (to: string) => to,
  },
  {
    way: 'login.phone',
    address: () => `20255${String(Math.floor(Math.random() * 1e5)).padStart(5, '0')}`,
    put: async (page: Page, to: string) => field(page, 'field.phone').fill(to),
    delivered: (to: string) => `+1 ${to}`,
  },
])
  test(`a registration by a code logs in: ${way}`, LONG, async ({ page, request }) => {
    await openRegister(page)
    await by(page, way).check({ force: true })
    await chooseCountry(page, 'Portugal')
    const to = address()
    await put(page, to)
    await waitForTapGuard(page)
    await main(page)
      .getByRole('button', { name: en('form.sendCode') })
      .click()
    await expect(main(page).getByRole('button', { name: /\d+ s/ })).toBeVisible()
    const outbox = await request.get(`/sandbox/outbox.json?to=${encodeURIComponent(delivered(to))}`)
    const [sent] = ((await outbox.json()) as { rows: { code: string }[] }).rows
    await field(page, 'field.code').fill(sent?.code ?? '')
    await fillPasswords(page)
    await tick(page).check({ force: true })
    await submit(page).click()
    await expect(page).toHaveURL(/#\/pages\/index\/index/)
    expect(await token(page)).not.toBeNull()
  })

test('a reload keeps the form and the countdown, without passwords', LONG, async ({ page }) => {
  await openRegister(page)
  await by(page, 'login.email').check({ force: true })
  const address = `${named('mail')}@example.org`
  await email(page).fill(address)
  await main(page)
    .getByRole('button', { name: en('form.sendCode') })
    .click()
  await expect(main(page).getByRole('button', { name: /\d+ s/ })).toBeVisible()
  await fillPasswords(page)
  await page.reload()
  await settled(page)
  await expect(email(page)).toHaveValue(address)
  await expect(field(page, 'field.password').first()).toHaveValue('')
  await expect(main(page).getByRole('button', { name: /\d+ s/ })).toBeVisible()
  // Another address is sent its code at once.
  await email(page).fill(`x${address}`)
  await expect(main(page).getByRole('button', { name: en('form.sendCode') })).toBeEnabled()
})

test('a refusal is shown once, at its field, and leaves with the screen', LONG, async ({ page }) => {
  await openRegister(page)
  await field(page, 'field.account').fill('demo')
  await fillPasswords(page)
  await chooseCountry(page, 'Portugal')
  await tick(page).check({ force: true })
  await submit(page).click()
  await expect(page.locator('main, [popover]').getByText(en('error.usernameExists'))).toHaveCount(1)
  await main(page)
    .getByRole('button', { name: en('register.haveAccount') })
    .click()
  await settled(page)
  await expect(page.getByText(en('error.usernameExists'))).toHaveCount(0)
})

test('a restricted country says why it cannot be chosen', LONG, async ({ page }) => {
  await openRegister(page)
  await main(page)
    .getByRole('button', { name: new RegExp(`^${en('field.country')}`) })
    .click()
  const list = page.getByRole('dialog', { name: en('field.country') })
  const height = (await list.locator('[data-panel]').boundingBox())?.height
  await list.getByRole('searchbox').fill('Cuba')
  const cuba = list.getByRole('radio', { name: 'Cuba' })
  await expect(cuba).toBeDisabled()
  // The browser's own control, as large as the row, stays invisible.
  await expect(cuba).toHaveCSS('opacity', '0')
  await expect(list.getByText(en('form.countryRestricted'))).toBeVisible()
  expect((await list.locator('[data-panel]').boundingBox())?.height).toBe(height)
})

test(
  'the code of an invite link is in the form of every way to register, also after a reload and the login screen',
  LONG,
  async ({ page }) => {
    const code = main(page).getByRole('textbox', { name: new RegExp(`^${en('field.inviteCode')}`) })
    await storeSettings(page, { theme: 'dark', lang: 'en' })
    await page.goto(`/h5/#${REGISTER}?inviteCode=WELCOME1`)
    await settled(page)
    for (const way of ['login.phone', 'login.email', 'register.wallet', 'login.account']) {
      await by(page, way).check({ force: true })
      await expect(code).toHaveValue('WELCOME1')
    }
    await page.reload()
    await settled(page)
    await expect(code).toHaveValue('WELCOME1')
    await main(page)
      .getByRole('button', { name: en('register.haveAccount') })
      .click()
    await settled(page)
    await main(page)
      .getByRole('button', { name: en('register.title'), exact: true })
      .click()
    await settled(page)
    await expect(page).toHaveURL(new RegExp(`#${REGISTER}$`))
    await expect(code).toHaveValue('WELCOME1')
    await field(page, 'field.account').fill(named('new'))
    await fillPasswords(page)
    await chooseCountry(page, 'Portugal')
    await tick(page).check({ force: true })
    await submit(page).click()
    await expect(page).toHaveURL(/#\/pages\/index\/index/)
    expect(await page.evaluate(() => localStorage.getItem('placard.preferences') ?? '')).not.toContain('WELCOME1')
  },
)

test.describe('of a device in Italian, then Austrian German', () => {
  test.use({ locale: 'de-AT' })
  test(
    'the first visit is in the first language of the device that there is, until another is chosen',
    LONG,
    async ({ page, request }) => {
      await page.addInitScript(() => Object.defineProperty(navigator, 'languages', { value: ['it-IT', 'de-AT', 'en'] }))
      const files: string[] = []
      page.on('response', (response) => {
        if (/\/catalogue\/(?!manifest)[^/]+\.json$/.test(response.url())) files.push(response.url())
      })
      await page.goto(`/h5/#${REGISTER}`)
      await settled(page)
      await expect(page.locator('html')).toHaveAttribute('lang', 'de')
      await expect(submit(page, createTextOf('de'))).toBeVisible()
      const loaded = await Promise.all(files.map(async (url) => (await request.get(url)).text()))
      expect(
        loaded.filter((text) => text.includes('"ui.retry"')),
        'files of texts',
      ).toHaveLength(1)

      await page.goto('/h5/#/pages/user/language')
      await settled(page)
      await main(page).getByRole('radio', { name: 'English' }).click({ force: true })
      await expect(page.locator('html')).toHaveAttribute('lang', 'en')
      await page.reload()
      await settled(page)
      await expect(page.locator('html')).toHaveAttribute('lang', 'en')
    },
  )
})

import type { Page } from '@playwright/test'
import { slideOver } from '../kit/gestures.ts'
import { LONG } from '../kit/long.ts'
import { settled } from '../kit/screen.ts'
import { expect, test } from '../kit/test.ts'
import { createTextOf, en } from '../kit/texts.ts'
import { storeSettings } from '../kit/flows/user.ts'

const ar = createTextOf('ar')

const at = (page: Page, route: string) => expect(page).toHaveURL(new RegExp(`#${route.replaceAll('/', '\\/')}(\\?|$)`))
const tab = (page: Page, name: string) => page.getByRole('navigation').getByRole('button', { name })

/** A row of a list with a link; its name begins with its title. */
const cell = (page: Page, title: string) => page.getByRole('button', { name: new RegExp(`^${title}`) })

/** The prices on the screen by position, as a screen reader reads them. */
const prices = async (page: Page): Promise<string[]> =>
  (await page.locator('main:visible').innerText()).match(/\d[\d,]*\.\d+/g) ?? []

test('register, sign in, watch prices, change language and theme, sign out, and return to the guarded screen', async ({
  page,
}) => {
  const account = `walk${Date.now().toString(36)}`
  const password = 'secret12'

  await page.goto('/h5/')
  await at(page, '/pages/index/index')
  await settled(page)

  await test.step('register', async () => {
    await page.goto('/h5/#/pages/register/index')
    await page.getByRole('textbox', { name: en('field.account') }).fill(account)
    await page.getByLabel(en('field.password'), { exact: true }).fill(password)
    await page.getByLabel(en('field.passwordConfirm'), { exact: true }).fill(password)
    await page.getByRole('button', { name: en('field.country') }).click()
    await page.getByRole('dialog').getByRole('searchbox').fill('Germany')
    await page.getByRole('dialog').getByRole('radio', { name: 'Germany' }).click()
    await page.getByRole('checkbox', { name: en('register.agree') }).check()
    await page.getByRole('button', { name: en('register.submit') }).click()
    await at(page, '/pages/index/index')
  })

  await test.step('sign out of the session of the registration', async () => {
    await page.goto('/h5/#/pages/user/set')
    await page.getByRole('button', { name: en('user.logout') }).click()
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: en('user.logout') })
      .click()
    await at(page, '/pages/index/index')
    await page.goto('/h5/#/pages/login/index')
  })

  await test.step('sign in with the slide', async () => {
    await page.getByRole('textbox', { name: en('field.account') }).fill(account)
    await page.getByLabel(en('field.password'), { exact: true }).fill(password)
    const submit = page.getByRole('button', { name: en('login.submit'), exact: true })
    await expect(submit).toBeDisabled()
    await slideOver(page, page.getByRole('slider', { name: en('login.slide') }))
    await expect(submit).toBeEnabled()
    await submit.click()
    await at(page, '/pages/index/index')
  })

  await test.step('a price changes', async () => {
    await tab(page, en('tab.market')).click()
    await at(page, '/pages/market/index')
    await settled(page)
    const before = await prices(page)
    expect(before.length).toBeGreaterThan(5)
    await expect.poll(async () => (await prices(page)).join(' ')).not.toBe(before.join(' '))
  })

  await test.step('Arabic, and light', async () => {
    await page.goto('/h5/#/pages/user/set')
    await cell(page, en('theme.title')).click()
    await page.getByRole('radio', { name: en('theme.light') }).click()
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
    await page.goBack()
    await cell(page, en('language.title')).click()
    await page.getByRole('radio', { name: 'العربية' }).click()
    await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
    await expect(page.locator('html')).toHaveAttribute('lang', 'ar')
    await page.goBack()
    await expect(cell(page, ar('language.title'))).toBeVisible()
  })

  await test.step('both outlast a reload', async () => {
    await page.reload()
    await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
    await expect(cell(page, ar('language.title'))).toBeVisible()
  })

  await test.step('sign out', async () => {
    await page.getByRole('button', { name: ar('user.logout') }).click()
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: ar('user.logout') })
      .click()
    await at(page, '/pages/index/index')
    expect(await page.evaluate(() => localStorage.getItem('placard.token'))).toBeNull()
  })

  await test.step('the guard sends the visitor to sign in, and back to where they were going', async () => {
    await page.goto('/h5/#/pages/notification/index')
    await at(page, '/pages/login/index')
    await page.getByRole('textbox', { name: ar('field.account') }).fill(account)
    await page.getByLabel(ar('field.password'), { exact: true }).fill(password)
    const slide = page.getByRole('slider', { name: ar('login.slide') })
    // By keyboard this time: the arrow key towards the end.
    await slide.focus()
    await slide.press('End')
    await page.getByRole('button', { name: ar('login.submit') }).click()
    await at(page, '/pages/notification/index')
  })
})

for (const lang of ['en', 'ar'] as const)
  test(`${lang}: a press where the slide ends is enough for a user who cannot drag`, async ({ page }) => {
    await storeSettings(page, { lang })
    await page.goto('/h5/#/pages/login/index')
    const slide = page.getByRole('slider', { name: createTextOf(lang)('login.slide') })
    const track = slide.locator('..')
    await expect(slide).toBeEnabled()
    const { width = 0, height = 0 } = (await track.boundingBox()) ?? {}
    await track.click({ position: { x: lang === 'ar' ? width - 24 : 24, y: height / 2 } })
    await expect(slide).toBeEnabled()
    await track.click({ position: { x: lang === 'ar' ? 24 : width - 24, y: height / 2 } })
    await expect(slide).toBeDisabled()
  })

test('an unknown address has a way home', LONG, async ({ page }) => {
  await page.goto('/h5/#/pages/nothing/here')
  await page.getByRole('button', { name: en('notFound.home') }).click()
  await at(page, '/pages/index/index')
})

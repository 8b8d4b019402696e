import type { Page } from '@playwright/test'
import { LONG } from '../kit/long.ts'
import { goto, settled, main } from '../kit/screen.ts'
import { waitForTapGuard } from '../kit/tapGuard.ts'
import { expect, test } from '../kit/test.ts'
import { registerUser, storeSettings } from '../kit/flows/user.ts'
import { en } from '../kit/texts.ts'

const REGISTER = '/pages/register/index'

const countryField = (page: Page) => main(page).getByRole('button', { name: new RegExp(`^${en('field.country')}`) })

/** Opens the register screen's list of countries. */
async function openCountries(page: Page) {
  await goto(page, REGISTER)
  await waitForTapGuard(page)
  await countryField(page).click()
  const list = page.getByRole('dialog', { name: en('field.country') })
  await expect(list.getByRole('radio').first()).toBeAttached()
  return list
}

test.describe('of a Portuguese device', () => {
  test.use({ locale: 'pt-PT' })
  test(
    'the first country and area code are those of the device, and every country has its flag',
    LONG,
    async ({ page }) => {
      await page.addInitScript(() => localStorage.setItem('placard.lang', 'en'))
      const list = await openCountries(page)
      await expect(list.getByRole('radio').first()).toHaveAccessibleName('Portugal')
      await expect(list.locator('label').first().locator('img')).toBeVisible()
      expect(await list.locator('label img').count()).toBe(await list.getByRole('radio').count())

      await test.step('the field shows the flag of the chosen country', async () => {
        await list.getByRole('radio').first().click({ force: true })
        await expect(list).toBeHidden()
        await expect(countryField(page).locator('xpath=..').locator('img')).toBeVisible()
      })
      await main(page)
        .getByRole('radio', { name: en('login.phone'), exact: true })
        .click({ force: true })
      await settled(page)
      await expect(
        main(page)
          .getByRole('button', { name: `${en('form.areaCode')}: Portugal +351` })
          .locator('img'),
      ).toBeVisible()
    },
  )
})

test('the list keeps its height while it is searched', LONG, async ({ page }) => {
  const list = await openCountries(page)
  const search = list.getByRole('searchbox')
  const edges = async () => {
    const panel = await list.locator('[data-panel]').boundingBox()
    const box = await search.boundingBox()
    return [panel?.y, panel?.height, box?.y].map((edge) => Math.round(edge ?? 0))
  }
  await expect.poll(edges).toEqual(await edges())
  const before = await edges()
  const { length: all } = await list.getByRole('radio').all()
  for (const [text, isFound] of [
    ['united', (count: number) => count > 1 && count < all],
    ['portugal', (count: number) => count === 1],
    ['zzzz', (count: number) => count === 0],
  ] as const) {
    await search.fill(text)
    await expect.poll(async () => isFound(await list.getByRole('radio').count()), text).toBe(true)
    expect(await edges(), text).toEqual(before)
  }
})

test.describe('of a Spanish device in the United States', () => {
  test.use({ locale: 'es-US' })
  test(
    'its language is the first of the languages, and its currency the first to exchange',
    LONG,
    async ({ page, request }) => {
      const { token } = await registerUser(request)
      await storeSettings(page, { token, lang: 'en' })
      await goto(page, '/pages/user/language')
      const languages = main(page).getByRole('radio')
      await expect(languages.first()).toHaveAccessibleName('Español')
      await expect(main(page).locator('label').first()).toContainText('Es')

      await goto(page, '/pages/flash/index')
      await waitForTapGuard(page)
      await main(page).getByText(en('flash.get'), { exact: true }).locator('xpath=following::button[1]').click()
      const list = page.getByRole('dialog', { name: en('flash.get') })
      await expect(list.getByRole('radio').first()).toHaveAccessibleName('USD')
      const marks = list.locator('label svg[viewBox="0 0 24 24"]')
      await expect.poll(() => marks.count()).toBeGreaterThanOrEqual(await list.getByRole('radio').count())
    },
  )
})

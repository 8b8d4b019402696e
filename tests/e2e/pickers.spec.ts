import type { Page } from '@playwright/test'
import { en, main } from './kit/deposit.ts'
import { goto, settled } from './kit/screen.ts'
import { waitForTapGuard } from './kit/tapGuard.ts'
import { expect, test } from './kit/test.ts'

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
  test('the first country and area code are those of the device, and every country has its flag', async ({ page }) => {
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
  })
})

test('the list keeps its height while it is searched', async ({ page }) => {
  const list = await openCountries(page)
  const search = list.getByRole('searchbox')
  const edges = async () => {
    const panel = await list.locator('[data-panel]').boundingBox()
    const box = await search.boundingBox()
    return [panel?.y, panel?.height, box?.y].map((edge) => Math.round(edge ?? 0))
  }
  await expect.poll(edges).toEqual(await edges())
  const before = await edges()
  for (const text of ['united', 'portugal', 'zzzz']) {
    await search.fill(text)
    await expect(list.getByRole('radio'))
      .toHaveCount(text === 'zzzz' ? 0 : text === 'portugal' ? 1 : 5, { timeout: 2_000 })
      .catch(() => undefined)
    expect(await edges(), text).toEqual(before)
  }
})

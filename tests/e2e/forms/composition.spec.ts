import { satisfyGuards } from '../kit/accessRules.ts'
import { goto, main } from '../kit/screen.ts'
import { compose } from '../kit/flows/compose.ts'
import { expect, test } from '../kit/test.ts'
import { registerUser, storeSettings } from '../kit/flows/user.ts'

test('an amount in composition is left alone, and read when it is done', async ({ page, request }) => {
  const { token } = await registerUser(request)
  await satisfyGuards(request, token)
  await storeSettings(page, { token, lang: 'ja' })
  await goto(page, '/pages/assets/transfer')
  const amount = main(page).locator('[data-field="amount"] input').first()
  await amount.click()
  await compose(page, amount, ['１', '１２'])
  await expect(amount).toHaveValue('12')
  await compose(page, amount, ['。', '。５'], '12')
  await expect(amount).toHaveValue('12.5')
})

test('a login name and a search in composition are left alone', async ({ page }) => {
  await storeSettings(page, { lang: 'ja' })
  await goto(page, '/pages/login/index')
  const account = main(page).locator('[data-field="account"] input').first()
  await account.click()
  await compose(page, account, ['ｄ', 'ｄｅ', 'ｄｅｍｏ'])
  await expect(account).toHaveValue('ｄｅｍｏ')
  await goto(page, '/pages/market/index')
  const search = page.getByRole('searchbox').first()
  await search.click()
  await compose(page, search, ['ｂ', 'ｂｔ', 'ｂｔｃ'])
  await expect(search).toHaveValue('ｂｔｃ')
  await expect(main(page).getByText('BTC').first()).toBeVisible()
})

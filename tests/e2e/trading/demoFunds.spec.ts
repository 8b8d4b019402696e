import { axe } from '../kit/axe.ts'
import { activate } from '../kit/flows/seconds.ts'
import { storeSettings, registerUser } from '../kit/flows/user.ts'
import { post } from '../kit/flows/withdraw.ts'
import { main, settled } from '../kit/screen.ts'
import { waitForTapGuard } from '../kit/tapGuard.ts'
import { expect, test } from '../kit/test.ts'
import { en } from '../kit/texts.ts'
import { expectToast } from '../kit/toasts.ts'

test('practice money is moved on the ticket that lacks it', async ({ page, request }) => {
  const { token } = await registerUser(request)
  await post(request, token, 'user/switch_account', { mode: 'demo' })
  await activate(request, token)
  await storeSettings(page, { token })
  await page.goto('/h5/#/pages/trade/index?kind=seconds&symbol=BTCUSDT')
  await settled(page)
  await expect(main(page)).toContainText(en('trade.noPractice'))
  await main(page)
    .getByRole('button', { name: en('trade.movePractice'), exact: true })
    .click()
  const sheet = page.getByRole('dialog')
  await expect(sheet.getByRole('textbox', { name: en('transfer.amount'), exact: true })).toHaveValue('10,000')
  expect((await axe(page)).violations).toEqual([])
  await waitForTapGuard(page)
  await sheet.getByRole('button', { name: en('transfer.submit'), exact: true }).click()
  await waitForTapGuard(page)
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: en('transfer.submit'), exact: true })
    .click()
  await expectToast(page, en('success.transferred'))
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page).toHaveURL(/trade\/index/)
  await expect(main(page)).not.toContainText(en('trade.noPractice'))
  await expect(main(page)).toContainText('10,000.00')
})

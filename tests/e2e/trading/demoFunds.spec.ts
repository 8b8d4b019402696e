import { activate } from '../kit/flows/seconds.ts'
import { storeSettings, registerUser } from '../kit/flows/user.ts'
import { post } from '../kit/flows/withdraw.ts'
import { dialog, main, settled } from '../kit/screen.ts'
import { expect, test } from '../kit/test.ts'
import { en } from '../kit/texts.ts'
import { expectToast } from '../kit/toasts.ts'

test('practice money is transferred from the ticket that lacks it, which is shown again afterwards', async ({
  page,
  request,
}) => {
  const { token } = await registerUser(request)
  await post(request, token, 'user/switch_account', { mode: 'demo' })
  await activate(request, token)
  await storeSettings(page, { token })
  await page.goto('/h5/#/pages/trade/index?kind=seconds&symbol=BTCUSDT')
  await settled(page)
  await expect(main(page)).toContainText(en('seconds.noFunds'))
  await main(page)
    .getByRole('button', { name: en('transfer.title'), exact: true })
    .click()
  await expect(page).toHaveURL(/assets\/transfer/)
  await settled(page)
  await main(page)
    .getByRole('textbox', { name: en('transfer.amount'), exact: true })
    .fill('1000')
  await main(page)
    .getByRole('button', { name: en('transfer.submit'), exact: true })
    .click()
  await dialog(page)
    .getByRole('button', { name: en('transfer.submit'), exact: true })
    .click()
  await expectToast(page, en('success.transferred'))
  await expect(page).toHaveURL(/trade\/index/)
  await expect(main(page)).not.toContainText(en('seconds.noFunds'))
  await expect(main(page)).toContainText('1,000.00')
})

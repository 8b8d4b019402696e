import { axe } from '../kit/axe.ts'
import { use } from '../kit/samples.ts'
import { activate } from '../kit/flows/seconds.ts'
import { goto, dialog, main } from '../kit/screen.ts'
import { orders } from '../kit/flows/spot.ts'
import { LONG } from '../kit/long.ts'
import { expect, test } from '../kit/test.ts'
import { registerUser, storeSettings } from '../kit/flows/user.ts'
import { post } from '../kit/flows/withdraw.ts'
import { en } from '../kit/texts.ts'
import { expectToast } from '../kit/toasts.ts'

test(
  'an order of the account that is not in use leads to that account, and is cancelled there',
  LONG,
  async ({ page, request }) => {
    const { token } = await registerUser(request)
    await use(request, token, 'demo')
    await activate(request, token, 'BTCUSDT', 'spot')
    const order = { mode: 'demo', symbol: 'BTCUSDT', side: 'buy', kind: 'limit', price: '50000', quantity: '0.01' }
    const { id } = await post(request, token, 'coin/trade', order, { 'idempotency-key': `e2e-other-${Date.now()}` })
    await use(request, token, 'real')
    await storeSettings(page, { token })
    await goto(page, `/pages/trade/orderDetail?id=${String(id)}`)
    const cancel = main(page).getByRole('button', { name: new RegExp(`^${en('spot.cancel')}`) })
    await expect(main(page)).toContainText(en('account.other', { account: en('account.demo') }))
    await expect(cancel).toHaveCount(0)
    expect((await axe(page)).violations).toEqual([])
    await main(page)
      .getByRole('button', { name: new RegExp(`^${en('account.switch')}`) })
      .click()
    await cancel.click()
    await expect(dialog(page)).toContainText(en('account.demo'))
    await dialog(page)
      .getByRole('button', { name: en('spot.cancel') })
      .click()
    await expectToast(page, en('success.orderCancelled'))
    expect((await orders(request, token)).map(({ status }) => status)).toEqual([2])
  },
)

import { advanceTime } from './kit/accessRules.ts'
import { axe } from './kit/axe.ts'
import { goto, settled } from './kit/screen.ts'
import { info, spotTrader } from './kit/spot.ts'
import { expect, test } from './kit/test.ts'
import { en, main } from './kit/transfer.ts'
import { storeSettings } from './kit/user.ts'
import { post } from './kit/withdraw.ts'

for (const direction of ['above', 'below'] as const) {
  test(`a price alert ${direction} a price is shown on another screen, leads to the instrument, and is in the inbox`, async ({
    page,
    request,
  }) => {
    const { token } = await spotTrader(request)
    await storeSettings(page, { token })
    await goto(page, '/pages/user/set')
    const { bid } = await info(request, token)
    const price = (Number(bid) * (direction === 'above' ? 1.0005 : 0.9995)).toFixed(2)
    await post(request, token, 'alert/add', { symbol: 'BTCUSDT', direction, price })
    await page.reload()
    // The user is loaded while the alert waits.
    await settled(page)
    const title = direction === 'above' ? 'BTC/USDT has risen to' : 'BTC/USDT has fallen to'
    await advanceTime(request, 21_600)
    const toast = page.getByRole('status').filter({ hasText: title })
    await expect(toast).toBeVisible()
    expect((await axe(page)).violations).toEqual([])
    await toast.getByRole('button', { name: en('shell.openMessage') }).click()
    await expect(page).toHaveURL(/whdetail\/index\?symbol=BTCUSDT/)
    await expect(toast).toHaveCount(0)

    await goto(page, '/pages/notification/index')
    await main(page).getByRole('button', { name: title }).click()
    await expect(page).toHaveURL(/notification\/detail/)
    await main(page)
      .getByRole('button', { name: en('notification.open') })
      .click()
    await expect(page).toHaveURL(/whdetail\/index\?symbol=BTCUSDT/)
  })
}

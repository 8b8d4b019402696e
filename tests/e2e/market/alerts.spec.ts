import type { APIRequestContext } from '@playwright/test'
import { LONG } from '../kit/long.ts'
import { axe } from '../kit/axe.ts'
import { goto, settled, main } from '../kit/screen.ts'
import { info, spotTrader } from '../kit/flows/spot.ts'
import { expect, test } from '../kit/test.ts'
import { storeSettings } from '../kit/flows/user.ts'
import { post } from '../kit/flows/withdraw.ts'
import { advance } from '../kit/time.ts'
import { en } from '../kit/texts.ts'

/** Adds an alert below the price and one above it: one of them is reached, wherever the price goes. */
async function addAlerts(request: APIRequestContext, token: string): Promise<void> {
  const bid = Number((await info(request, token)).bid)
  for (const [direction, factor] of [
    ['above', 1.0005],
    ['below', 0.9995],
  ] as const)
    await post(request, token, 'alert/add', { symbol: 'BTCUSDT', direction, price: (bid * factor).toFixed(2) })
}

test(
  'a price alert is shown on another screen, leads to the instrument, and is in the inbox',
  LONG,
  async ({ page, request }) => {
    const { token } = await spotTrader(request)
    await storeSettings(page, { token })
    await goto(page, '/pages/user/set')
    await addAlerts(request, token)
    await page.reload()
    // The user is loaded while the alerts wait.
    await settled(page)
    await advance(request, 21_600)
    const title = /BTC\/USDT has (risen|fallen) to/
    const toast = page.getByRole('status').filter({ hasText: title })
    // It goes after some seconds: it is pressed before anything else is looked at.
    await toast.getByRole('button', { name: en('shell.openMessage') }).click()
    await expect(page).toHaveURL(/whdetail\/index\?symbol=BTCUSDT/)
    await expect(toast).toHaveCount(0)
    await settled(page)
    expect((await axe(page)).violations).toEqual([])

    await goto(page, '/pages/notification/index')
    await main(page).getByRole('button', { name: title }).first().click()
    await expect(page).toHaveURL(/notification\/detail/)
    await main(page)
      .getByRole('button', { name: en('notification.open') })
      .click()
    await expect(page).toHaveURL(/whdetail\/index\?symbol=BTCUSDT/)
  },
)

test('a toast above an open dialog can be pressed', LONG, async ({ page, request }) => {
  const { token } = await spotTrader(request)
  await storeSettings(page, { token })
  await goto(page, '/pages/user/set')
  await addAlerts(request, token)
  await page.reload()
  await settled(page)
  await main(page)
    .getByRole('button', { name: en('user.logout'), exact: true })
    .click()
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await advance(request, 21_600)
  await page
    .getByRole('alertdialog')
    .getByRole('status')
    .getByRole('button', { name: en('shell.openMessage') })
    .click()
  await expect(page).toHaveURL(/whdetail\/index\?symbol=BTCUSDT/)
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
})

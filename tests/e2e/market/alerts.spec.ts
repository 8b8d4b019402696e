import type { APIRequestContext } from '@playwright/test'
import { LONG } from '../kit/long.ts'
import { axe } from '../kit/axe.ts'
import { goto, settled, main } from '../kit/screen.ts'
import { waitForTapGuard } from '../kit/tapGuard.ts'
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

test('price and repetition of a waiting alert are changed from its row', async ({ page, request }) => {
  const { token } = await spotTrader(request)
  const bid = Number((await info(request, token)).bid)
  const price = (bid * 1.5).toFixed(2)
  await post(request, token, 'alert/add', { symbol: 'BTCUSDT', direction: 'above', price })
  await storeSettings(page, { token })
  await goto(page, '/pages/market/alerts')
  const rows = main(page).getByRole('list', { name: en('alert.title') })
  await expect(rows).toContainText(en('alert.above'))
  await rows.getByRole('button').first().click()
  await waitForTapGuard(page)
  const sheet = page.getByRole('dialog')
  const field = sheet.getByRole('textbox', { name: en('field.alertPrice') })
  await expect.poll(async () => Number((await field.inputValue()).replaceAll(',', ''))).toBe(Number(price))
  expect((await axe(page)).violations).toEqual([])
  await field.fill('')
  await field.fill((bid / 2).toFixed(2))
  await expect(sheet).toContainText(en('alert.below'))
  await page.getByRole('button', { name: en('keypad.done') }).click()
  await sheet
    .locator('label')
    .filter({ hasText: en('alert.repeat.always') })
    .click()
  await sheet.getByRole('button', { name: new RegExp(`^${en('spot.change')}`) }).click()
  await expect(sheet).toHaveCount(0)
  await expect(rows.getByRole('listitem')).toHaveCount(1)
  await expect(rows).toContainText(en('alert.repeat.always'))
  await expect(rows).toContainText(en('alert.below'))
})

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

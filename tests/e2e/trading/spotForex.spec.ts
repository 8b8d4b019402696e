import { verify } from '../kit/accessRules.ts'
import { LONG } from '../kit/long.ts'
import { settled, dialog, main } from '../kit/screen.ts'
import { activate } from '../kit/flows/seconds.ts'
import { BOUGHT } from '../kit/flows/spot.ts'
import { expect, test } from '../kit/test.ts'
import { registerUser, storeSettings } from '../kit/flows/user.ts'
import { post } from '../kit/flows/withdraw.ts'
import type { APIRequestContext, Page } from '@playwright/test'
import { advance } from '../kit/time.ts'
import { en } from '../kit/texts.ts'
import { expectToast } from '../kit/toasts.ts'

let keys = Math.floor(Math.random() * 1e9)

/** Exchanges 500 USDT for USD over the API. */
async function cash(request: APIRequestContext, token: string): Promise<void> {
  const { id, mode, from, to, pay, receive, fee } = await post(request, token, 'wallet/flash_quote', {
    mode: 'real',
    from: 'USDT',
    to: 'USD',
    pay: '500',
  })
  const payload = { mode, quote: id, from, to, pay, receive, fee }
  await post(request, token, 'wallet/flashAgainst', payload, { 'idempotency-key': `e2e-cash-${++keys}` })
}

/** Advances the clock hour by hour until the market of a symbol is open. */
async function whileOpen(request: APIRequestContext, token: string, symbol: string): Promise<void> {
  for (let hour = 0; hour < 80; hour += 1) {
    const reply = await request.get(`/api/trade/access?lang=en&symbol=${symbol}&product=spot`, {
      headers: { authorization: token },
    })
    const { data } = (await reply.json()) as { data: { open: boolean } }
    if (data.open) return
    await advance(request, 3600)
  }
  throw new Error(`${symbol} is never traded`)
}

const fill = async (page: Page, name: string, value: string) => {
  await main(page).getByRole('textbox', { name }).fill(value)
  await page.getByRole('button', { name: en('keypad.done') }).click()
}

test(
  'gold is bought as a spot order from its market detail, and shown in the assets',
  LONG,
  async ({ page, request }) => {
    const { token } = await registerUser(request)
    await verify(request, token)
    await cash(request, token)
    await whileOpen(request, token, 'XAUUSD')
    await storeSettings(page, { token })
    await page.goto('/h5/#/pages/whdetail/index?symbol=XAUUSD')
    await settled(page)
    await main(page)
      .getByRole('button', { name: en('detail.trade'), exact: true })
      .click()
    await settled(page)
    await expect(main(page)).toContainText('XAU/USD')
    await main(page)
      .getByRole('button', { name: en('trade.activate'), exact: true })
      .click()
    await dialog(page)
      .getByRole('button', { name: en('trade.riskAgreeOne'), exact: true })
      .click()
    await expectToast(page, en('success.activated'))
    await fill(page, en('spot.quantity'), '0.1')
    await main(page)
      .getByRole('button', { name: new RegExp(`^${en('spot.do.buy', { coin: 'XAU' })}`) })
      .click()
    await expect(dialog(page)).toContainText('XAU/USD')
    await dialog(page)
      .getByRole('button', { name: en('spot.do.buy', { coin: 'XAU' }) })
      .click()
    await expectToast(page, BOUGHT)
    await page.goto('/h5/#/pages/assets/index')
    await settled(page)
    await expect(main(page)).toContainText(/0\.0999\sXAU/)
    await expect(main(page)).toContainText(/≈ [\d,.]+\sUSDT/)
  },
)

test('a demo account trades at once, without a verified name', LONG, async ({ page, request }) => {
  const { token } = await registerUser(request)
  await storeSettings(page, { token })
  await page.goto('/h5/#/pages/trade/index?symbol=BTCUSDT')
  await settled(page)
  await main(page)
    .getByRole('button', { name: en('trade.useDemo'), exact: true })
    .click()
  await expect(main(page).getByRole('button', { name: en('trade.activate'), exact: true })).toBeVisible()
  await activate(request, token, 'BTCUSDT', 'spot')
  await page.reload()
  await settled(page)
  await fill(page, en('spot.quantity'), '0.01')
  await main(page)
    .getByRole('button', { name: new RegExp(`^${en('spot.do.buy', { coin: 'BTC' })}`) })
    .click()
  await dialog(page)
    .getByRole('button', { name: en('spot.do.buy', { coin: 'BTC' }) })
    .click()
  await expectToast(page, BOUGHT)
})

test('a buyer without the currency of the pair is led to the exchange', LONG, async ({ page, request }) => {
  const { token } = await registerUser(request)
  await verify(request, token)
  await activate(request, token, 'EURUSD', 'spot')
  await whileOpen(request, token, 'EURUSD')
  await storeSettings(page, { token })
  await page.goto('/h5/#/pages/trade/index?symbol=EURUSD')
  await settled(page)
  await expect(main(page)).toContainText(en('spot.needUsd'))
  await main(page)
    .getByRole('button', { name: en('flash.title'), exact: true })
    .click()
  await expect(page).toHaveURL(/flash\/index/)
})

test('nickname and picture are edited, and shown in the personal centre', LONG, async ({ page, request }) => {
  const { token } = await registerUser(request)
  await storeSettings(page, { token })
  await page.goto('/h5/#/pages/user/data')
  await settled(page)
  const nickname = main(page).getByRole('textbox', { name: en('field.nickname') })
  // The account name is no suggestion: other users may see the nickname.
  await expect(nickname).toHaveValue('')
  await nickname.fill('Ann of Aix')
  await main(page)
    .getByRole('button', { name: en('data.save'), exact: true })
    .click()
  await expectToast(page, en('success.saved'))
  await expect(main(page).getByRole('heading', { name: 'Ann of Aix' })).toBeVisible()
  const picture = await page.screenshot()
  await main(page).locator('input[type=file]').setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: picture })
  const crop = page.getByRole('dialog', { name: en('ui.crop') })
  await crop.getByRole('slider', { name: en('ui.zoom') }).fill('2')
  await crop.getByRole('button', { name: en('ui.usePicture') }).click()
  const shown = main(page).getByRole('img', { name: 'Ann of Aix' })
  await expect(shown).toBeVisible()
  const sides = await shown.evaluate((image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight])
  expect(sides[0]).toBe(sides[1])
  expect(sides[0]).toBeLessThanOrEqual(512)
  await page.goto('/h5/#/pages/user/index')
  await settled(page)
  await expect(main(page).getByRole('img', { name: 'Ann of Aix' })).toBeVisible()
  await expect(main(page)).toContainText('Ann of Aix')
})

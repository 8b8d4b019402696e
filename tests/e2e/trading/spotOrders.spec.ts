import type { APIRequestContext, Page } from '@playwright/test'
import { LONG } from '../kit/long.ts'
import { axe } from '../kit/axe.ts'
import { above, buy, CHANGED, info, orders, PLACED, spotTrader, type SpotOrder } from '../kit/flows/spot.ts'
import { settled, dialog, main } from '../kit/screen.ts'
import { expect, test } from '../kit/test.ts'
import { storeSettings } from '../kit/flows/user.ts'
import { post } from '../kit/flows/withdraw.ts'
import { en } from '../kit/texts.ts'
import { expectToast } from '../kit/toasts.ts'

let keys = 0
const place = (request: APIRequestContext, token: string, order: Record<string, unknown>) =>
  post(
    request,
    token,
    'coin/trade',
    { mode: 'real', symbol: 'BTCUSDT', side: 'sell', quantity: '0.001', ...order },
    { 'idempotency-key': `e2e-conditions-${Date.now()}-${++keys}` },
  )

const choose = (page: Page, name: string) =>
  main(page)
    .locator('label')
    .filter({ hasText: new RegExp(`^${name}$`) })
    .click()

async function fill(page: Page, name: string, value: string, within = main(page)): Promise<void> {
  const field = within.getByRole('textbox', { name: new RegExp(`^${name}`) })
  await field.fill('')
  await field.fill(value)
  await page.getByRole('button', { name: en('keypad.done') }).click()
}

/** The ticket of a user with some BTC. */
async function ticket(page: Page, request: APIRequestContext): Promise<string> {
  const { token } = await spotTrader(request)
  await buy(request, token)
  await buy(request, token)
  await storeSettings(page, { token })
  await page.goto('/h5/#/pages/trade/index?symbol=BTCUSDT')
  await settled(page)
  return token
}

async function sell(page: Page): Promise<void> {
  const name = en('spot.do.sell', { coin: 'BTC' })
  await main(page).locator('form').getByRole('button', { name }).click()
  await expect(dialog(page)).toBeVisible()
  await dialog(page).getByRole('button', { name }).click()
  await expectToast(page, PLACED)
}

const first = async (request: APIRequestContext, token: string): Promise<SpotOrder | undefined> =>
  (await orders(request, token))[0]

test('a stop-limit order is placed from the ticket, and stands in the list with its distance', async ({
  page,
  request,
}) => {
  const token = await ticket(page, request)
  await choose(page, en('spot.side.sell'))
  await choose(page, en('spot.more'))
  const { bid } = await info(request, token)
  const trigger = above(bid, -4)
  await fill(page, en('closeOrder.trigger'), trigger)
  await fill(page, en('spot.limit'), trigger)
  await fill(page, en('spot.quantity'), '0.001')
  await expect(main(page)).toContainText(en('spot.about.stopLimit'))
  expect((await axe(page)).violations).toEqual([])
  await sell(page)
  expect(await first(request, token)).toMatchObject({ kind: 'stopLimit', price: trigger, held: '0.001', status: 0 })
  await expect(main(page)).toContainText(en('spot.kind.stopLimit'))
  await expect(main(page)).toContainText(new RegExp(en('spot.away', { percent: '[−-][\\d.,]+ ?%' })))
  expect((await axe(page)).violations).toEqual([])
})

test('an OCO order has one hold for its limit and its stop', LONG, async ({ page, request }) => {
  const token = await ticket(page, request)
  await choose(page, en('spot.side.sell'))
  await choose(page, en('spot.more'))
  await main(page)
    .getByRole('radio', { name: en('spot.kind.oco') })
    .check({ force: true })
  const { bid } = await info(request, token)
  await fill(page, en('spot.stopPrice'), above(bid, -4))
  await fill(page, en('spot.limit'), above(bid, 4))
  await fill(page, en('spot.quantity'), '0.001')
  await sell(page)
  expect(await first(request, token)).toMatchObject({ kind: 'oco', price: above(bid, 4), held: '0.001', status: 0 })
})

test('an open order is changed in place', async ({ page, request }) => {
  const token = await ticket(page, request)
  const { bid } = await info(request, token)
  await place(request, token, { kind: 'limit', price: above(bid, 4) })
  await page.reload()
  await settled(page)
  await main(page)
    .getByRole('button', { name: new RegExp(`^${en('spot.edit')}`) })
    .click()
  const price = above(bid, 5)
  await fill(page, en('spot.limit'), price, dialog(page))
  await fill(page, en('spot.quantity'), '0.0015', dialog(page))
  expect((await axe(page)).violations).toEqual([])
  await dialog(page)
    .getByRole('button', { name: new RegExp(`^${en('spot.change')}`) })
    .click()
  const confirm = page.getByRole('alertdialog')
  await expect(confirm).toContainText('0.0015 BTC')
  await confirm.getByRole('button', { name: en('spot.change') }).click()
  await expectToast(page, CHANGED)
  expect(await first(request, token)).toMatchObject({ price, quantity: '0.0015', held: '0.0015', status: 0 })
  expect(await orders(request, token)).toHaveLength(3)
})

test('all open orders are cancelled at once', async ({ page, request }) => {
  const token = await ticket(page, request)
  const { bid } = await info(request, token)
  await place(request, token, { kind: 'limit', price: above(bid, 4), quantity: '0.0005' })
  await place(request, token, { kind: 'stopMarket', price: bid, trigger: above(bid, -4), quantity: '0.0005' })
  await page.reload()
  await settled(page)
  await main(page)
    .getByRole('button', { name: new RegExp(`^${en('spot.cancelAll')}`) })
    .click()
  await expect(dialog(page)).toContainText('2')
  await dialog(page)
    .getByRole('button', { name: en('spot.cancelAll') })
    .click()
  await expectToast(page, en('spot.toast.cancelled', { total: '2' }))
  await expect(main(page)).toContainText(en('spot.noneOpen'))
  expect((await orders(request, token)).slice(0, 2).map(({ status }) => status)).toEqual([2, 2])
})

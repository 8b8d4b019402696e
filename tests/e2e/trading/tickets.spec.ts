import type { Page } from '@playwright/test'
import { LONG } from '../kit/long.ts'
import { axe } from '../kit/axe.ts'
import { leveraged, openLever, trades } from '../kit/flows/lever.ts'
import { settled, dialog, main } from '../kit/screen.ts'
import { BOUGHT, info, orders, spotTrader } from '../kit/flows/spot.ts'
import { expect, test } from '../kit/test.ts'
import { storeSettings } from '../kit/flows/user.ts'
import { en } from '../kit/texts.ts'
import { expectToast } from '../kit/toasts.ts'
import { post } from '../kit/flows/withdraw.ts'

const field = (page: Page, name: string, within = main(page)) =>
  within.getByRole('textbox', { name: new RegExp(`^${name}`) })
const pick = (page: Page, name: string, within = main(page)) =>
  within
    .locator('label')
    .filter({ hasText: new RegExp(`^${name}$`) })
    .click()
const done = (page: Page) => page.getByRole('button', { name: en('keypad.done') }).click()

async function put(page: Page, name: string, value: string, within = main(page)): Promise<void> {
  await field(page, name, within).fill(value)
  await done(page)
}

async function contract(page: Page, token: string): Promise<void> {
  await storeSettings(page, { token })
  await page.goto('/h5/#/pages/contract/index?symbol=BTCUSDT')
  await settled(page)
}

async function spot(page: Page, token: string): Promise<void> {
  await storeSettings(page, { token })
  await page.goto('/h5/#/pages/trade/index?symbol=BTCUSDT')
  await settled(page)
}

/** Fixes the price of the leverage ticket at the first one received, so that both units are shown at one price. */
async function fixPrice(page: Page): Promise<void> {
  let quote: unknown
  await page.route('**/api/lever/deal*', async (route) => {
    const response = await route.fetch()
    const reply = (await response.json()) as { data: { terms: { quote: unknown } } }
    quote ??= reply.data.terms.quote
    reply.data.terms.quote = quote
    await route.fulfill({ response, json: reply })
  })
}

test(
  'typed stops are shown in the chosen unit, and are gone once the order is made',
  LONG,
  async ({ page, request }) => {
    const { token } = await leveraged(request)
    await fixPrice(page)
    await contract(page, token)
    await put(page, en('lever.size'), '0.01')
    await pick(page, en('lever.by.percent'))
    await put(page, en('lever.takeProfit'), '20')
    await put(page, en('lever.stopLoss'), '10')

    await pick(page, en('lever.by.price'))
    const valueOf = async (key: string) => Number((await field(page, en(key)).inputValue()).replaceAll(',', ''))
    const currentPrice = Number((await info(request, token)).ask)
    await expect.poll(() => valueOf('lever.takeProfit')).toBeGreaterThan(currentPrice)
    expect(await valueOf('lever.stopLoss')).toBeGreaterThan(currentPrice / 2)
    expect(await valueOf('lever.stopLoss')).toBeLessThan(currentPrice)

    await pick(page, en('lever.by.profit'))
    await expect.poll(() => valueOf('lever.takeProfit')).toBeLessThan(currentPrice / 2)
    const [profit, lost] = [await valueOf('lever.takeProfit'), await valueOf('lever.stopLoss')]
    // Twenty and ten hundredths of the same margin.
    expect(profit / lost).toBeGreaterThan(1.9)
    expect(profit / lost).toBeLessThan(2.1)
    await pick(page, en('lever.by.percent'))
    await expect.poll(() => valueOf('lever.takeProfit')).toBeCloseTo(20, 0)

    await main(page)
      .getByRole('button', { name: `${en('lever.side.long')} BTC`, exact: true })
      .click()
    await dialog(page)
      .getByRole('button', { name: `${en('lever.side.long')} BTC`, exact: true })
      .click()
    await expectToast(page, en('lever.opened', { quantity: `${en('lever.side.long')} 0.01 BTC`, price: '' }).trim())
    for (const name of ['lever.size', 'lever.takeProfit', 'lever.stopLoss'] as const)
      await expect(field(page, en(name))).toHaveValue('')
  },
)

test(
  'a stop-loss that would secure a profit is refused before it is sent, with the reason',
  LONG,
  async ({ page, request }) => {
    const { token } = await leveraged(request)
    await openLever(request, token)
    await contract(page, token)
    const price = Number((await trades(request, token)).positions[0]?.price)
    await main(page)
      .getByRole('button', { name: new RegExp(`^${en('lever.stops')}`) })
      .click()
    const sheet = page.getByRole('dialog')
    await expect(sheet).toContainText(/Stop-loss: [\d.,]+ or below; it limits a loss and cannot secure a profit\./)
    expect((await axe(page)).violations).toEqual([])
    const sent: string[] = []
    page.on('request', (request) => void sent.push(request.url()))
    await put(page, en('lever.stopLoss'), (price * 1.01).toFixed(2), sheet)
    await sheet.getByRole('button', { name: `${en('lever.stops.save')} BTC/USDT` }).click()
    await expect(field(page, en('lever.stopLoss'), sheet)).toHaveAttribute('aria-invalid', 'true')
    expect(sent.filter((url) => url.includes('lever/stop'))).toEqual([])
  },
)

test(
  'the unit of typed stops is the one of the ticket, and not that of the sheet of a position',
  LONG,
  async ({ page, request }) => {
    const { token } = await leveraged(request)
    await openLever(request, token)
    await contract(page, token)
    await pick(page, en('lever.by.percent'))
    await put(page, en('lever.takeProfit'), '5')
    await main(page)
      .getByRole('button', { name: new RegExp(`^${en('lever.stops')}`) })
      .click()
    const sheet = page.getByRole('dialog')
    await expect(sheet.getByRole('radio', { name: en('lever.by.price') })).toBeChecked()
    await page.keyboard.press('Escape')
    await expect(sheet).toHaveCount(0)
    await expect(main(page).getByRole('radio', { name: en('lever.by.percent') })).toBeChecked()
    await expect(field(page, en('lever.takeProfit'))).toHaveValue('5')
  },
)

test(
  'the unit of typed stops is the one of the market order, and not that of the limit order',
  LONG,
  async ({ page, request }) => {
    const { token } = await leveraged(request)
    await contract(page, token)
    await put(page, en('lever.size'), '0.01')
    await put(page, en('lever.takeProfit'), '900000')
    await put(page, en('lever.stopLoss'), '90000')
    await pick(page, en('spot.kind.limit'))
    await pick(page, en('lever.by.percent'))
    await put(page, en('lever.takeProfit'), '20')
    await pick(page, en('spot.kind.market'))
    await expect(main(page).getByRole('radio', { name: en('lever.by.price') })).toBeChecked()
    await expect(field(page, en('lever.takeProfit'))).toHaveValue('900,000')
    await expect(field(page, en('lever.stopLoss'))).toHaveValue('90,000')
    await pick(page, en('spot.kind.limit'))
    await expect(main(page).getByRole('radio', { name: en('lever.by.percent') })).toBeChecked()
    await expect(field(page, en('lever.takeProfit'))).toHaveValue('20')
  },
)

for (const [side, part] of [
  ['short', 1.1],
  ['long', 0.8],
] as const)
  test(`Max of a ${side} leverage limit is what the server accepts at its price`, LONG, async ({ page, request }) => {
    const { token } = await leveraged(request)
    await contract(page, token)
    await main(page).getByRole('button', { name: /^100×/ }).click()
    await pick(page, en(`lever.side.${side}`))
    await pick(page, en('spot.kind.limit'))
    const price = (Number((await info(request, token)).bid) * part).toFixed(2)
    await put(page, en('spot.limit'), price)
    const order = { symbol: 'BTCUSDT', side, kind: 'limit', lots: '0.01', leverage: 100, price }
    const { most } = await post(request, token, 'lever/quote', order)
    await main(page)
      .getByRole('button', { name: new RegExp(`^${en('keypad.max')}`) })
      .click()
    await expect(field(page, en('lever.size'))).toHaveValue(String(most))
    await main(page)
      .getByRole('button', { name: `${en(`lever.side.${side}`)} BTC`, exact: true })
      .click()
    await dialog(page)
      .getByRole('button', { name: `${en(`lever.side.${side}`)} BTC`, exact: true })
      .click()
    await expectToast(page, en('success.orderPlaced'))
  })

/** Sends the spot ticket and confirms it. */
async function buySpot(page: Page): Promise<void> {
  await main(page)
    .locator('form')
    .getByRole('button', { name: en('spot.do.buy', { coin: 'BTC' }) })
    .click()
  await dialog(page)
    .getByRole('button', { name: en('spot.do.buy', { coin: 'BTC' }) })
    .click()
}

test('a filled-in limit price is replaced once the market has reached it, and a typed one is not', async ({
  page,
  request,
}) => {
  const { token } = await spotTrader(request)
  let share = 1
  await page.route('**/api/coin/info*', async (route) => {
    const response = await route.fetch()
    const reply = (await response.json()) as { data: { bid: string; ask: string } }
    for (const side of ['bid', 'ask'] as const) reply.data[side] = (Number(reply.data[side]) * share).toFixed(2)
    await route.fulfill({ response, json: reply })
  })
  await spot(page, token)
  await pick(page, en('spot.kind.limit'))
  const price = async () => Number((await field(page, en('spot.limit')).inputValue()).replaceAll(',', ''))
  await expect.poll(price).toBeGreaterThan(0)
  const filled = await price()
  share = 0.9
  await expect.poll(price).toBeLessThan(filled * 0.95)
  const own = (filled * 0.95).toFixed(2)
  await put(page, en('spot.limit'), own)
  share = 0.8
  await page.waitForResponse('**/api/coin/info*')
  await page.waitForResponse('**/api/coin/info*')
  expect(await price()).toBe(Number(own))
})

test('another leverage takes effect at once, while the server gives no answer', LONG, async ({ page, request }) => {
  const { token } = await leveraged(request)
  await contract(page, token)
  // The requests stay open until the page is closed.
  const unanswered = page.waitForRequest('**/api/lever/deal*')
  await page.route('**/api/lever/deal*', () => undefined)
  await unanswered

  const choose = async (times: string) => {
    const leverage = main(page).getByRole('button', { name: new RegExp(`^${times}`) })
    await leverage.click()
    await expect(leverage).toHaveAttribute('aria-pressed', 'true')
  }
  const most = async () => {
    await main(page)
      .getByRole('button', { name: new RegExp(`^${en('keypad.max')}`) })
      .click()
    return Number(await field(page, en('lever.size')).inputValue())
  }
  await choose('5×')
  const few = await most()
  expect(few).toBeGreaterThan(0)
  await choose('100×')
  // A press within half a second of the one before is dropped.
  await expect.poll(most).toBeGreaterThan(10 * few)
  await main(page)
    .getByRole('button', { name: `${en('lever.side.long')} BTC`, exact: true })
    .click()
  await expect(dialog(page)).toContainText(en('lever.times', { leverage: '100' }))
})

test('after a market order the quantity is empty', LONG, async ({ page, request }) => {
  const { token } = await spotTrader(request)
  await spot(page, token)
  await put(page, en('spot.quantity'), '0.001')
  await buySpot(page)
  await expectToast(page, BOUGHT)
  await expect(field(page, en('spot.quantity'))).toHaveValue('')
})

test('the total of a market order follows the live price', LONG, async ({ page, request }) => {
  const { token } = await spotTrader(request)
  await spot(page, token)
  await put(page, en('spot.quantity'), '0.03')
  const figures = async (): Promise<[price: number, total: number]> => {
    const text = await main(page).innerText()
    const after = (label: string) =>
      Number(
        text
          .slice(text.indexOf(label) + label.length)
          .match(/[\d,.]+/)?.[0]
          .replaceAll(',', ''),
      )
    return [after(en('trade.buyAt')), after(`${en('spot.total')} ≈`)]
  }
  const shown = new Map<number, number>()
  // More prices than the ticket is read again in this time.
  await expect.poll(async () => shown.set(...(await figures())).size).toBeGreaterThan(5)
  for (const [price, total] of shown) expect(total, `at ${price}`).toBe(Math.ceil(Number((price * 3).toFixed(2))) / 100)
})

test('Max spends the balance', LONG, async ({ page, request }) => {
  const { token } = await spotTrader(request)
  const before = Number((await info(request, token)).available)
  await spot(page, token)
  await main(page)
    .getByRole('button', { name: new RegExp(`^${en('keypad.max')}`) })
    .first()
    .click()
  await buySpot(page)
  await expectToast(page, BOUGHT)
  const { available, ask } = await info(request, token)
  // Less than a step of 0.00001 BTC is left, and what the price has moved between Max and the order.
  expect(Number(available)).toBeLessThan(0.00001 * Number(ask) + 0.01 * before)
})

test(
  'a limit sell below the live bid is refused with it at its field before an order is sent',
  LONG,
  async ({ page, request }) => {
    const { token } = await spotTrader(request)
    await spot(page, token)
    await put(page, en('spot.quantity'), '0.002')
    await buySpot(page)
    await expectToast(page, BOUGHT)
    await pick(page, en('spot.side.sell'))
    await pick(page, en('spot.kind.limit'))
    const { bid, coins } = await info(request, token)
    // The ticket receives the bought coins a moment later; until then it refuses the quantity.
    await expect(main(page)).toContainText(`${coins} BTC`)
    await put(page, en('spot.limit'), (Number(bid) * 0.9).toFixed(2))
    await put(page, en('spot.quantity'), '0.001')
    const sent: string[] = []
    page.on('request', (request) => void sent.push(request.url()))
    await main(page)
      .locator('form')
      .getByRole('button', { name: en('spot.do.sell', { coin: 'BTC' }) })
      .click()
    await expect(main(page)).toContainText(/A limit sell cannot be below the current price of [\d,.]+/)
    await expect(main(page).getByRole('textbox', { name: en('spot.limit') })).toHaveAttribute('aria-invalid', 'true')
    expect(sent.filter((url) => url.includes('coin/trade'))).toEqual([])
  },
)

test('a limit far through the market says at what price it is filled at once', LONG, async ({ page, request }) => {
  const { token } = await spotTrader(request)
  await spot(page, token)
  await pick(page, en('spot.kind.limit'))
  const ask = Number((await info(request, token)).ask)
  await put(page, en('spot.limit'), (ask * 1.2).toFixed(2))
  await put(page, en('spot.quantity'), '0.001')
  await main(page)
    .locator('form')
    .getByRole('button', { name: en('spot.do.buy', { coin: 'BTC' }) })
    .click()
  await expect(dialog(page)).toContainText(/filled at once, at about [\d,.]+\./)
  await expect(dialog(page)).toContainText(en('spot.atMost'))
})

test(
  'a leverage limit through the market is refused with the market price, before it is sent',
  LONG,
  async ({ page, request }) => {
    const { token } = await leveraged(request)
    await contract(page, token)
    const sent: string[] = []
    page.on('request', (request) => void sent.push(request.url()))
    await pick(page, en('spot.kind.limit'))
    const ask = Number((await info(request, token)).ask)
    await put(page, en('spot.limit'), (ask * 1.2).toFixed(2))
    await put(page, en('lever.size'), '0.01')
    const refusal = new RegExp(`^${en('lever.limitThrough', { price: '[\\d,.]+' })}$`)
    await expect(main(page).getByText(refusal)).toBeVisible()
    await main(page)
      .getByRole('button', { name: `${en('lever.side.long')} BTC`, exact: true })
      .click()
    await expectToast(page, refusal)
    await expect(dialog(page)).toHaveCount(0)
    expect(sent.filter((url) => url.includes('lever/submit'))).toEqual([])
  },
)

test(
  'a stop-loss behind liquidation is refused with the price from which it works',
  LONG,
  async ({ page, request }) => {
    const { token } = await leveraged(request)
    await contract(page, token)
    await put(page, en('lever.size'), '0.01')
    await put(page, en('lever.stopLoss'), '1')
    await main(page)
      .getByRole('button', { name: `${en('lever.side.long')} BTC`, exact: true })
      .click()
    await expect(main(page)).toContainText(/Liquidation comes before this stop-loss\. It takes effect from [\d,.]+\./)
  },
)

test(
  'a tapped price becomes the limit, which can be changed and remains after the order',
  LONG,
  async ({ page, request }) => {
    const { token } = await spotTrader(request)
    await spot(page, token)
    await pick(page, en('spot.kind.limit'))
    await main(page)
      .getByRole('grid', { name: en('book.buyers') })
      .getByRole('row')
      .nth(1)
      .click()
    const currentPrice = Number((await info(request, token)).bid)
    const limit = async () => Number((await field(page, en('spot.limit')).inputValue()).replaceAll(',', ''))
    await expect.poll(async () => Math.abs((await limit()) - currentPrice) / currentPrice).toBeLessThan(0.01)
    // Above the available amount, formatted as the user writes it.
    const [half, other] = [Math.floor(currentPrice / 2) + 0.5, Math.floor(currentPrice / 2)]
    const shown = half.toLocaleString('en-US', { minimumFractionDigits: 2 })
    await put(page, en('spot.limit'), other.toLocaleString('en-US'))
    await put(page, en('spot.limit'), half.toLocaleString('en-US'))
    await expect(field(page, en('spot.limit'))).toHaveValue(shown)
    await put(page, en('spot.quantity'), '0.002')
    await buySpot(page)
    await expectToast(page, en('success.orderPlaced'))
    await expect(field(page, en('spot.quantity'))).toHaveValue('')
    await expect(field(page, en('spot.limit'))).toHaveValue(shown)
    expect((await orders(request, token))[0]).toMatchObject({ kind: 'limit', price: String(half), quantity: '0.002' })
  },
)

test('candles are drawn before the orders arrive, and these shift nothing visible', LONG, async ({ page, request }) => {
  const { token } = await spotTrader(request)
  await storeSettings(page, { token })
  let release: () => void = () => undefined
  const released = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/api/coin/list*', async (route) => {
    await released
    await route.continue()
  })
  await page.goto('/h5/#/pages/trade/index?symbol=BTCUSDT')
  const chart = main(page).getByRole('figure').first()
  await expect(chart).toBeVisible()
  await expect(field(page, en('spot.quantity'))).toBeVisible()
  const before = await chart.boundingBox()
  const ticket = await field(page, en('spot.quantity')).boundingBox()
  release()
  await settled(page)
  expect(await chart.boundingBox()).toEqual(before)
  expect(await field(page, en('spot.quantity')).boundingBox()).toEqual(ticket)
})

import type { APIRequestContext, Page } from '@playwright/test'
import { LONG } from '../kit/long.ts'
import { verify } from '../kit/accessRules.ts'
import { axe } from '../kit/axe.ts'
import { settled, main } from '../kit/screen.ts'
import { expect, test } from '../kit/test.ts'
import { registerUser, storeSettings } from '../kit/flows/user.ts'
import { post } from '../kit/flows/withdraw.ts'
import { en } from '../kit/texts.ts'

/** A market with small ticks: a level near the best price stays in view for minutes. */
const SYMBOL = 'TRXUSDT'
let keys = Math.floor(Math.random() * 1e9)

interface Book {
  bids: { price: string; quantity: string }[]
}

async function bookOf(request: APIRequestContext, mode: 'real' | 'demo'): Promise<Book> {
  const reply = await request.get(`/api/currency/depth?lang=en&symbol=${SYMBOL}&mode=${mode}`)
  return ((await reply.json()) as { data: Book }).data
}

const key = () => ({ 'idempotency-key': `e2e-book-${++keys}` })

/** Opens a screen of the market as a new user who may trade a product there; returns the token. */
async function openAsTrader(
  page: Page,
  request: APIRequestContext,
  route: string,
  product: 'spot' | 'leveraged' = 'spot',
): Promise<string> {
  const { token } = await registerUser(request)
  await verify(request, token)
  await post(request, token, 'trade/activate', { symbol: SYMBOL, product })
  await storeSettings(page, { token })
  await page.goto(`/h5/#${route}?symbol=${SYMBOL}`)
  await settled(page)
  return token
}

test('the book and the trades of a market move', LONG, async ({ page }) => {
  await page.goto(`/h5/#/pages/whdetail/index?symbol=BTCUSDT`)
  await settled(page)
  const buyers = main(page).getByRole('grid', { name: en('book.buyers') })
  await expect(buyers.getByRole('row')).toHaveCount(13)
  const best = await buyers.getByRole('row').nth(1).textContent()
  await expect(buyers.getByRole('row').nth(1)).not.toHaveText(best ?? '')
  await main(page)
    .getByRole('tab', { name: en('market.trades') })
    .click()
  const trades = main(page).getByRole('table', { name: en('market.tradesOf', { name: 'BTC/USDT' }) })
  await expect(trades.getByRole('row')).toHaveCount(21)
  const latest = await trades.getByRole('row').nth(1).textContent()
  await expect(trades.getByRole('row').nth(1)).not.toHaveText(latest ?? '')
})

test('a price of the book opens a limit order at it', async ({ page, request }) => {
  await openAsTrader(page, request, '/pages/whdetail/index')
  const level = main(page)
    .getByRole('grid', { name: en('book.buyers') })
    .getByRole('row')
    .nth(5)
  await expect(level).toBeVisible()
  // In one turn: the next update of the book may give the row another price.
  const price = await level.evaluate((row: HTMLElement) => {
    row.click()
    return row.dataset.price ?? ''
  })
  await expect.poll(async () => Number(await main(page).getByLabel(en('spot.limit')).inputValue())).toBe(Number(price))
})

test(
  'a resting limit order is marked in the book, and leaves it when it is cancelled',
  LONG,
  async ({ page, request }) => {
    const token = await openAsTrader(page, request, '/pages/whdetail/index')
    const price = (await bookOf(request, 'demo')).bids[8]?.price ?? ''
    const payload = { mode: 'real', symbol: SYMBOL, side: 'buy', kind: 'limit', price, quantity: '1000' }
    const { id } = await post(request, token, 'coin/trade', payload, key())
    const own = main(page)
      .getByRole('grid', { name: en('book.buyers') })
      .getByRole('row')
      .filter({ hasText: en('book.own') })
    await expect(own).toHaveCount(1)
    await expect(own).toContainText(price)
    const quantityIn = async (mode: 'real' | 'demo') =>
      Number((await bookOf(request, mode)).bids.find((level) => level.price === price)?.quantity ?? 0)
    // The market's own quantity is the same in both books.
    await expect
      .poll(async () => {
        const [real, demo] = await Promise.all([quantityIn('real'), quantityIn('demo')])
        return real - demo
      })
      .toBeGreaterThan(1000 - 1)
    await post(request, token, 'coin/cancel', { mode: 'real', id: String(id) }, key())
    await expect(own).toHaveCount(0)
  },
)

test('the book is beside a limit ticket, except on a narrow phone', async ({ page, request }) => {
  await openAsTrader(page, request, '/pages/trade/index')
  await main(page)
    .locator('label')
    .filter({ hasText: new RegExp(`^${en('spot.kind.limit')}$`) })
    .click()
  const level = main(page)
    .getByRole('grid', { name: en('book.sellers') })
    .getByRole('row')
    .nth(2)
  await expect(level).toBeVisible()
  const price = await level.evaluate((row: HTMLElement) => {
    row.click()
    return row.dataset.price ?? ''
  })
  const limit = main(page).getByLabel(en('spot.limit'))
  await expect.poll(async () => Number(await limit.inputValue())).toBe(Number(price))
  expect((await axe(page)).violations).toEqual([])
  const [field, book] = [await limit.boundingBox(), await main(page).getByRole('grid').first().boundingBox()]
  expect((field?.x ?? 0) + (field?.width ?? 0)).toBeLessThanOrEqual(book?.x ?? 0)
  expect(await limit.evaluate((input) => input.scrollWidth - input.clientWidth)).toBeLessThanOrEqual(0)
  await page.setViewportSize({ width: 320, height: 568 })
  await expect(main(page).getByRole('grid')).toHaveCount(0)
  await expect(main(page).getByRole('button', { name: new RegExp(`^${en('trade.bid')} `) })).toBeVisible()
})

for (const { route, product } of [
  { route: '/pages/trade/index', product: 'spot' },
  { route: '/pages/contract/index', product: 'leveraged' },
] as const) {
  test(
    `${product}: a price picked in the book of the trading screen is the limit of the ticket`,
    LONG,
    async ({ page, request }) => {
      await openAsTrader(page, request, route, product)
      await main(page)
        .getByRole('tab', { name: en('market.trades') })
        .click()
      await expect(
        main(page)
          .getByRole('table', { name: en('market.tradesOf', { name: 'TRX/USDT' }) })
          .getByRole('row'),
      ).toHaveCount(9)
      await main(page)
        .getByRole('tab', { name: en('market.book') })
        .click()
      const buyers = main(page).getByRole('grid', { name: en('book.buyers') })
      await expect(buyers.getByRole('row')).toHaveCount(7)
      expect((await axe(page)).violations).toEqual([])
      await buyers.focus()
      await page.keyboard.press('End')
      const price = main(page).getByRole('textbox', { name: en('spot.limit'), exact: true })
      await page.keyboard.press('Enter')
      await expect(price).toHaveValue(/^0\.\d{1,5}$/)
      await expect(main(page).getByRole('radio', { name: en('spot.kind.limit') })).toBeChecked()
    },
  )
}

import type { APIRequestContext } from '@playwright/test'
import { verify } from './kit/accessRules.ts'
import { settled } from './kit/screen.ts'
import { activate } from './kit/seconds.ts'
import { expect, test } from './kit/test.ts'
import { en, main } from './kit/transfer.ts'
import { registerUser, storeSettings } from './kit/user.ts'
import { post } from './kit/withdraw.ts'

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

test('the book and the trades of a market move', async ({ page }) => {
  await page.goto(`/h5/#/pages/whdetail/index?symbol=BTCUSDT`)
  await settled(page)
  const buyers = main(page).getByRole('table', { name: en('book.buyers') })
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

test('a resting limit order is marked in the book, and leaves it when it is cancelled', async ({ page, request }) => {
  const { token } = await registerUser(request)
  await verify(request, token)
  await activate(request, token, SYMBOL, 'spot')
  const price = (await bookOf(request, 'demo')).bids[8]?.price ?? ''
  const payload = { mode: 'real', symbol: SYMBOL, side: 'buy', kind: 'limit', price, quantity: '1000' }
  const { id } = await post(request, token, 'coin/trade', payload, key())
  await storeSettings(page, { token })
  await page.goto(`/h5/#/pages/whdetail/index?symbol=${SYMBOL}`)
  await settled(page)
  const own = main(page)
    .getByRole('table', { name: en('book.buyers') })
    .getByRole('row')
    .filter({ hasText: en('book.own') })
  await expect(own).toHaveCount(1)
  await expect(own).toContainText(price)
  await expect
    .poll(async () =>
      Number((await bookOf(request, 'real')).bids.find((level) => level.price === price)?.quantity ?? 0),
    )
    .toBeGreaterThan(1000 - 1)
  expect((await bookOf(request, 'demo')).bids.find((level) => level.price === price)?.quantity ?? '0').not.toBe(
    (await bookOf(request, 'real')).bids.find((level) => level.price === price)?.quantity,
  )
  await post(request, token, 'coin/cancel', { mode: 'real', id: String(id) }, key())
  await expect(own).toHaveCount(0)
})

import type { APIRequestContext, Page } from '@playwright/test'
import { satisfyGuards } from '../kit/accessRules.ts'
import { charge } from '../kit/flows/deposit.ts'
import { fix, lend } from '../kit/flows/finance.ts'
import { buy } from '../kit/flows/interest.ts'
import { goto, settled, main } from '../kit/screen.ts'
import { above, info } from '../kit/flows/spot.ts'
import { activate } from '../kit/flows/seconds.ts'
import { LONG } from '../kit/long.ts'
import { expect, test } from '../kit/test.ts'
import { registerUser, storeSettings } from '../kit/flows/user.ts'
import { post, withdraw } from '../kit/flows/withdraw.ts'

/** A list whose rows lead to a detail, and the call that makes a row. */
interface Records {
  list: string
  detail: RegExp
  make: (request: APIRequestContext, token: string) => Promise<string>
}

/** Places a limit order below the price. */
async function order(request: APIRequestContext, token: string): Promise<string> {
  await activate(request, token, 'BTCUSDT', 'spot')
  const price = above((await info(request, token)).bid, -5)
  const payload = { mode: 'real', symbol: 'BTCUSDT', side: 'buy', kind: 'limit', price, quantity: '0.001' }
  const key = { 'idempotency-key': `e2e-amounts-${Date.now()}` }
  return String((await post(request, token, 'coin/trade', payload, key)).id)
}

const RECORDS: readonly Records[] = [
  { list: '/pages/assets/topupOrder', detail: /assets\/topupDetail/, make: charge },
  {
    list: '/pages/assets/withdrawOrder',
    detail: /assets\/withdrawDetail/,
    make: (request, token) => withdraw(request, token, { amount: '50.37', fee: '1', net: '49.37' }),
  },
  { list: '/pages/trade/order', detail: /trade\/orderDetail/, make: order },
  { list: '/pages/InterestTreasure/order', detail: /InterestTreasure\/orderDetail/, make: buy },
  { list: '/pages/deposit/order', detail: /deposit\/detail/, make: fix },
  { list: '/pages/loan/order', detail: /loan\/detail/, make: lend },
]

const AMOUNT = /[\d,]+(?:\.\d+)? (?:USDT|BTC)(?!\w)/g

/** The amounts of an element as they are read, in the order of the screen. */
const amountsOf = (text: string): string[] => text.replaceAll(/[\s\u00a0]+/g, ' ').match(AMOUNT) ?? []

const textOf = async (page: Page): Promise<string> => (await main(page).innerText()).replaceAll(/[\s\u00a0]+/g, ' ')

test('an amount reads the same in the list and in the detail', LONG, async ({ page, request }) => {
  const { token } = await registerUser(request)
  await satisfyGuards(request, token)
  await storeSettings(page, { token, lang: 'en' })
  for (const { list, detail, make } of RECORDS) {
    await make(request, token)
    await goto(page, list)
    const row = main(page).getByRole('listitem').first()
    const listed = amountsOf(await row.innerText())
    expect(listed.length, `amounts of the row: ${list}`).toBeGreaterThan(0)
    await row.getByRole('button').or(row.getByRole('link')).first().click()
    await expect(page).toHaveURL(detail)
    await settled(page)
    const shown = amountsOf(await textOf(page))
    for (const amount of listed) expect(shown, list).toContain(amount)
  }
})

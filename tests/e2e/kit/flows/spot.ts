import type { APIRequestContext } from '@playwright/test'
import { asPrice } from '../../../../src/engine/language/values/decimal.ts'
import type { Price } from '../../../../src/engine/language/values/units.ts'
import { createManualClock } from '../../../support/server/manualClock.ts'
import { DEFAULT_CONFIG } from '../../../../src/server/config.ts'
import { createMarket } from '../../../../src/server/modules/trading/market/index.ts'
import { verify } from '../accessRules.ts'
import { en } from '../texts.ts'
import { activate } from './seconds.ts'
import { advance, timeOf } from '../time.ts'
import { registerUser, type Member, type Mode } from './user.ts'
import { post } from './withdraw.ts'

export interface SpotOrder {
  id: string
  side: 'buy' | 'sell'
  kind: 'market' | 'limit' | 'stopLimit' | 'stopMarket' | 'oco' | 'trailing'
  price: string
  dealPrice: string | null
  quantity: string
  amount: string | null
  held: string
  status: number
  time: number
}

const figures = { quantity: String.raw`[\d.,]+ \w+`, price: String.raw`[\d.,]+` }
/** Toasts of an order, with its size and price. */
export const BOUGHT = new RegExp(en('spot.toast.bought', figures))
export const PLACED = new RegExp(en('spot.toast.placed', figures))
export const CHANGED = new RegExp(en('spot.toast.changed', figures))

/** A call over the API that only reads. */
async function ask<Data>(
  request: APIRequestContext,
  token: string,
  call: string,
  fields: Record<string, string>,
): Promise<Data> {
  const reply = (await (
    await request.get(`/api/${call}?${new URLSearchParams({ lang: 'en', ...fields })}`, {
      headers: { authorization: token },
    })
  ).json()) as { type: string; message: string; data: Data }
  if (reply.type !== 'ok') throw new Error(`${call}: ${reply.message}`)
  return reply.data
}

/** A verified user who may place spot orders for BTC. */
export async function spotTrader(request: APIRequestContext): Promise<Member> {
  const member = await registerUser(request)
  await verify(request, member.token)
  await activate(request, member.token, 'BTCUSDT', 'spot')
  return member
}

/** Returns the first page of a user's spot orders. */
export const orders = async (request: APIRequestContext, token: string): Promise<SpotOrder[]> =>
  (await ask<{ rows: SpotOrder[] }>(request, token, 'coin/list', {})).rows

/** Less than a session lasts. */
const MONTH_MS = 28 * 86_400_000

/** Seconds after a moment until BTC is bid at this price: the sandbox's prices follow from its seed and the time. */
export function secondsUntil(price: Price, since: number): number {
  const market = createMarket({ clock: createManualClock(since * 1000), seed: DEFAULT_CONFIG.server.seed, tickRate: 0 })
  const tick = market.firstTick('BTCUSDT', since * 1000, since * 1000 + MONTH_MS, { bid: { atLeast: price } })
  if (!tick) throw new Error(`The price of BTC does not reach ${price} within a month.`)
  return Math.ceil(tick.timeMs / 1000) - since + 1
}

/** Moves the clock to a moment from which the BTC bid rises by `percent` within a month: prices may also fall all month. */
export async function beforeRise(request: APIRequestContext, token: string, percent: number): Promise<void> {
  for (let hours = 0; hours < 1000; hours += 1) {
    const { bid } = await info(request, token)
    const time = await timeOf(request)
    const market = createMarket({
      clock: createManualClock(time * 1000),
      seed: DEFAULT_CONFIG.server.seed,
      tickRate: 0,
    })
    if (market.firstTick('BTCUSDT', time * 1000, time * 1000 + MONTH_MS, { bid: { atLeast: above(bid, percent) } }))
      return
    await advance(request, 3600)
  }
  throw new Error('The price of BTC never rises.')
}

/** A price `percent` per cent above another. */
export const above = (price: Price, percent: number): Price =>
  asPrice(((Number(price) * (100 + percent)) / 100).toFixed(2))

/** Data of the ticket: current prices and balances. */
export const info = (request: APIRequestContext, token: string, mode: Mode = 'real') =>
  ask<{ bid: Price; ask: Price; available: string; frozen: string; coins: string }>(request, token, 'coin/info', {
    mode,
    symbol: 'BTCUSDT',
  })

/** Buys 0.001 BTC at the market over the API; answers with the order's id. */
export async function buy(request: APIRequestContext, token: string, mode: Mode = 'real'): Promise<string> {
  await activate(request, token, 'BTCUSDT', 'spot')
  const { ask: price } = await info(request, token, mode)
  const payload = { mode, symbol: 'BTCUSDT', side: 'buy', kind: 'market', price, quantity: '0.001' }
  return String(
    (
      await post(request, token, 'coin/trade', payload, {
        'idempotency-key': `e2e-spot-${Date.now()}-${Math.floor(Math.random() * 1e6)}`,
      })
    ).id,
  )
}

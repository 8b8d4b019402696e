import { asPrice, compare, round } from '../../../../src/core/decimal.ts'
import type { Price } from '../../../../src/core/units.ts'
import type { Bounds } from '../../../../src/server/market/index.ts'
import { png } from '../../../support/server/png.ts'
import { deposited } from '../../../support/server/withdrawals.ts'
import { ask, send, type Act, type Place } from './place.ts'

const SYMBOL = 'BTCUSDT'
/** Longest wait for a price, in seconds: a week. */
const WAIT_SECONDS = 7 * 86_400
let pictures = 0

const times = (price: string, factor: number): Price => round(asPrice((Number(price) * factor).toFixed(2)), 2)

/** Advances the clock to the first tick that meets bounds; false if there is none within the wait. */
async function until({ server }: Place, trigger: { bid?: Bounds; ask?: Bounds }): Promise<boolean> {
  const { market, clock } = server.context
  const now = clock.nowMs()
  const tick = market.firstTick(SYMBOL, now, now + WAIT_SECONDS * 1000, trigger)
  if (!tick) return false
  await server.clock.advance(Math.ceil((tick.timeMs - now) / 1000) + 1)
  return true
}

/** Opens a position of 0.01 lots over a leverage; null if it is refused. */
async function openPosition(place: Place, leverage: number, stops: (price: string) => object): Promise<string | null> {
  const order = { mode: 'real', symbol: SYMBOL, side: 'long', kind: 'market', lots: '0.01', leverage }
  const { data: quote, type } = await ask(place, 'lever/quote', order)
  if (type !== 'ok') return null
  const { price, margin, fee, terms } = quote
  const reply = await send(place, 'lever/submit', { ...order, price, terms, promise: { margin, fee }, ...stops(price) })
  return reply.type === 'ok' ? price : null
}

async function closedBy(place: Place, reason: 'takeProfit' | 'stopLoss' | 'liquidation'): Promise<null> {
  const { data } = await ask(place, 'lever/my_trade', { mode: 'real' })
  if (data.rows.some((row) => row.reason === reason)) place.count(`closed by ${reason}`)
  return null
}

/** Acts that the server carries out later, at a price or after a review. Their receipts are compared as all others. */
export const TRIGGERED: Readonly<Record<string, (place: Place) => Promise<Act | null>>> = {
  async limit(place) {
    const { data: info } = await ask(place, 'coin/info', { mode: 'real', symbol: SYMBOL })
    const request = { symbol: SYMBOL, side: 'buy', kind: 'limit', quantity: '0.0004', price: times(info.ask, 0.999) }
    const { data: quote, type } = await ask(place, 'coin/quote', request)
    if (type !== 'ok') return null
    const { pay, payCurrency, receive, receiveCurrency, fee } = quote
    const promise = { pay, payCurrency, receive, receiveCurrency, fee }
    const reply = await send(place, 'coin/trade', { mode: 'real', ...request, terms: quote.terms, promise })
    if (reply.type !== 'ok') return null
    if (await until(place, { ask: { atMost: request.price } })) place.count('limit order filled')
    return { kind: 'spotOrder', id: reply.data.id, promised: { pay, receive, fee }, exact: [] }
  },

  async takeProfit(place) {
    const price = await openPosition(place, 20, (open) => ({ takeProfit: times(open, 1.002) }))
    if (price === null) return null
    await until(place, { bid: { atLeast: times(price, 1.002) } })
    return await closedBy(place, 'takeProfit')
  },

  async stopLoss(place) {
    const price = await openPosition(place, 20, (open) => ({ stopLoss: times(open, 0.998) }))
    if (price === null) return null
    await until(place, { bid: { atMost: times(price, 0.998) } })
    return await closedBy(place, 'stopLoss')
  },

  async liquidation(place) {
    const price = await openPosition(place, 200, () => ({}))
    const { data } = await ask(place, 'lever/my_trade', { mode: 'real' })
    const [position] = data.positions
    if (price === null || !position?.liquidation) return null
    await until(place, { bid: { atMost: position.liquidation } })
    return await closedBy(place, 'liquidation')
  },

  async deposit(place) {
    const before = await ask(place, 'wallet/list', { mode: 'real' })
    await deposited(place.server, place.who, '123.45', png(600_000 + ++pictures))
    const after = await ask(place, 'wallet/list', { mode: 'real' })
    const coins = (reply: typeof before) =>
      reply.data.rows.find((row) => row.mode === 'real' && row.kind === 'coin' && row.currency === 'USDT')?.balance ??
      '0'
    if (compare(coins(after), coins(before)) > 0) place.count('deposit')
    return null
  },

  async refill(place) {
    const switchTo = (mode: 'real' | 'demo') => ask(place, 'user/switch_account', { mode })
    if ((await switchTo('demo')).type !== 'ok') return null
    const pay = { mode: 'demo', from: 'USDT', to: 'BTC', pay: '1234.56' }
    const { data: quote } = await ask(place, 'wallet/flash_quote', pay)
    if (quote) {
      const { id, receive, fee } = quote
      await send(place, 'wallet/flashAgainst', { ...pay, quote: id, receive, fee })
    }
    await place.server.clock.advance(3600)
    const reply = await send(place, 'user/demo_refill', { mode: 'demo' })
    if (reply.type === 'ok') place.count('demo refill')
    await switchTo('real')
    return null
  },
}

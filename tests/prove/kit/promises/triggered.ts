import { asPrice, compare, round } from '../../../../src/engine/language/values/decimal.ts'
import type { Price } from '../../../../src/engine/language/values/units.ts'
import { unusedPng } from '../../../support/server/png.ts'
import { deposited } from '../../../support/server/flows/withdrawals.ts'
import { ask, send, until, type Act, type Place } from './place.ts'

const SYMBOL = 'BTCUSDT'

const times = (price: string, factor: number): Price => round(asPrice((Number(price) * factor).toFixed(2)), 2)

/** Acts that the server carries out later, at a price or after a review, and the refill. Their receipts are compared as all others. */
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
    if (await until(place, SYMBOL, { ask: { atMost: request.price } })) place.count('limit order filled')
    const conditional = ['pay', 'receive', 'fee']
    return { kind: 'spotOrder', id: reply.data.id, promised: { pay, receive, fee }, exact: [], conditional }
  },

  async stop(place) {
    const { data: info } = await ask(place, 'coin/info', { mode: 'real', symbol: SYMBOL })
    const trigger = times(info.ask, 1.001)
    const request = { symbol: SYMBOL, side: 'buy', kind: 'stopMarket', quantity: '0.0004', trigger }
    const { data: quote, type } = await ask(place, 'coin/quote', request)
    if (type !== 'ok') return null
    const { price, pay, payCurrency, receive, receiveCurrency, fee } = quote
    const promise = { pay, payCurrency, receive, receiveCurrency, fee }
    const reply = await send(place, 'coin/trade', { mode: 'real', ...request, price, terms: quote.terms, promise })
    if (reply.type !== 'ok') return null
    if (await until(place, SYMBOL, { ask: { atLeast: trigger } })) place.count('stop order filled')
    return {
      kind: 'spotOrder',
      id: reply.data.id,
      promised: { pay, receive, fee },
      exact: [],
      conditional: ['pay', 'receive', 'fee'],
    }
  },

  async deposit(place) {
    const before = await ask(place, 'wallet/list', { mode: 'real' })
    await deposited(place.server, place.who, '123.45', unusedPng())
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

import { add, asLots, asMoney, compare, div, min, mul } from '../../../../src/engine/language/values/decimal.ts'
import type { Decimal } from '../../../../src/engine/language/values/units.ts'
import { maxStake } from '../../../../src/product/trading/seconds.ts'
import { withdraw } from '../../../support/server/flows/withdrawals.ts'
import { settled, stake, TERM } from './acts.ts'
import { ask, offered, send, type Act, type Place } from './place.ts'

const SYMBOL = 'BTCUSDT'
const LEVERAGE = 10

/** The greatest multiple of a step that is not above a value, as forms offer it. */
const toStep = (value: Decimal, step: Decimal): Decimal => mul(div(value, step, 0, 'floor'), step)

/** The greatest amounts that screens offer. Their receipts are compared as all others. */
export const MAXIMA: Readonly<Record<string, (place: Place) => Promise<Act | null>>> = {
  async mostLots(place) {
    const { data: info } = await ask(place, 'lever/deal', { mode: 'real', symbol: SYMBOL })
    const most = info.most.find(({ leverage }) => leverage === LEVERAGE)?.long ?? asLots('0')
    if (compare(most, info.terms.minimum) < 0 || compare(most, info.terms.maximum) >= 0) return null
    const order = { mode: 'real', symbol: SYMBOL, side: 'long', kind: 'market', leverage: LEVERAGE }
    const { data: quote } = await ask(place, 'lever/quote', { ...order, lots: most })
    if (compare(quote.most, most) !== 0) place.fault(`lots: the quote offers ${quote.most}, the terms ${most}`)
    const sendWith = (lots: Decimal) => send(place, 'lever/submit', { ...order, lots, price: quote.price })
    const reply = await offered(place, 'lots', { most, step: info.terms.step, sendWith })
    if (reply.type === 'ok') await send(place, 'lever/dealall', { mode: 'real' })
    return null
  },

  async mostBought(place) {
    const { data: info } = await ask(place, 'coin/info', { mode: 'real', symbol: SYMBOL })
    const { buyable: most, step, minimum, ask: price } = info
    if (compare(most, minimum) < 0) return null
    const order = { mode: 'real', symbol: SYMBOL, side: 'buy', kind: 'market', price }
    // A quote of more is one of the maximum: the confirmation shows it.
    const { symbol, side, kind } = order
    const { data: quote } = await ask(place, 'coin/quote', { symbol, side, kind, quantity: add(most, step) })
    if (quote && compare(quote.quantity, most) > 0)
      place.fault(`purchase: ${quote.quantity} is quoted, and ${most} was the maximum`)
    const reply = await send(place, 'coin/trade', { ...order, quantity: most })
    if (reply.type !== 'ok') {
      place.fault(`purchase: the maximum ${most} is refused with ${reply.code}`)
      return null
    }
    place.count('maximum of purchase')
    // The other acts need money.
    const { data: after } = await ask(place, 'coin/info', { mode: 'real', symbol: SYMBOL })
    await send(place, 'coin/trade', { ...order, side: 'sell', price: after.bid, quantity: after.sellable })
    return null
  },

  async mostExchanged(place) {
    const { data: list } = await ask(place, 'wallet/flashAgainstList', { mode: 'real' })
    const row = list.rows.find(({ currency }) => currency === 'BTC')
    if (!row) return null
    const most = toStep(min(row.available, row.maximum), row.step)
    if (compare(most, row.minimum) < 0) return null
    const sendWith = async (pay: Decimal) => {
      const wish = { mode: 'real', from: 'BTC', to: 'USDT', pay }
      const { data: quote } = await ask(place, 'wallet/flash_quote', wish)
      return await send(place, 'wallet/flashAgainst', {
        ...wish,
        quote: quote?.id ?? 'none',
        receive: quote?.receive ?? '0',
        fee: quote?.fee ?? '0',
      })
    }
    await offered(place, 'exchange', { most, step: row.step, sendWith })
    return null
  },

  async mostWithdrawn(place) {
    const { data: info } = await ask(place, 'wallet/out_info', { mode: 'real' })
    const way = info.ways.find(({ currency }) => currency === 'USDT')
    if (!way || info.reasons.length > 0) return null
    const most = toStep(min(way.available, way.maximum), way.step)
    if (compare(most, way.minimum) < 0) return null
    const sendWith = async (amount: Decimal) => {
      const wish = { mode: 'real', payee: place.who.payee, currency: 'USDT', amount }
      const { data: quote } = await ask(place, 'wallet/out_quote', wish)
      return await withdraw(place.server, place.who, { amount, fee: quote?.fee ?? '0', net: quote?.net ?? '0' })
    }
    const reply = await offered(place, 'withdrawal', { most, step: way.step, sendWith })
    if (reply.type === 'ok')
      await send(place, 'wallet/cancel', { mode: 'real', id: reply.data.id, currency: 'USDT', amount: most })
    return null
  },

  async mostTransferred(place) {
    const { data } = await ask(place, 'wallet/transfer_info', { mode: 'real' })
    const row = data.rows.find(({ currency }) => currency === 'USDT')
    if (!row || compare(row.contract, '0') <= 0) return null
    const most = toStep(row.contract, row.step)
    const transfer = (from: string, to: string) => (amount: Decimal) =>
      send(place, 'wallet/transfer', { mode: 'real', from, to, currency: 'USDT', amount })
    const reply = await offered(place, 'transfer', {
      most,
      step: asMoney(row.step),
      sendWith: transfer('contract', 'coin'),
    })
    // The other acts need margin.
    if (reply.type === 'ok') await transfer('coin', 'contract')(most)
    return null
  },

  async mostStaked(place) {
    const { data: cash } = await ask(place, 'microtrade/payable_currencies', { mode: 'real', symbol: SYMBOL })
    const { data: list } = await ask(place, 'microtrade/seconds', { symbol: SYMBOL })
    const [row, term] = [cash.rows[0], list.rows.find(({ id }) => id === TERM)]
    if (!row || !term) return null
    const most = min(maxStake(row.available, term.fee), asMoney(term.maximum))
    if (compare(most, term.minimum) < 0) return null
    const sendWith = (amount: Decimal) => stake(place, amount)
    return await settled(place, await offered(place, 'stake', { most, step: asMoney('0.01'), sendWith }))
  },
}

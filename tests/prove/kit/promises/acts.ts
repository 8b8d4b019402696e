import { add, asMoney, asQuantity, compare, fromMinor, max } from '../../../../src/core/decimal.ts'
import type { Decimal, Money } from '../../../../src/core/units.ts'
import { maxStake } from '../../../../src/product/trading/seconds.ts'
import { borrow, breakDeposit, deposit, repay, DAY } from '../../../support/server/finance.ts'
import { buy, redeem } from '../../../support/server/interest.ts'
import { withdraw } from '../../../support/server/withdrawals.ts'
import type { Random } from '../random.ts'
import { ask, offered, send, type Act, type Place } from './place.ts'

/** Prices move while the user reads. */
const read = async ({ server, random }: Place): Promise<void> => await server.clock.advance(random.int(4))

const SYMBOL = 'BTCUSDT'
/** A random amount in cents up to a maximum. */
const cents = (random: Random, most: number): Money => asMoney(fromMinor(BigInt(100 + random.int(most * 100)), 2))

async function spot(place: Place, side: 'buy' | 'sell', quantity: string, isMaximum = false): Promise<Act | null> {
  const request = { symbol: SYMBOL, side, kind: 'market', quantity }
  const { data: quote, type } = await ask(place, 'coin/quote', request)
  if (type !== 'ok') return null
  if (!isMaximum) await read(place)
  const { pay, payCurrency, receive, receiveCurrency, fee, price, terms } = quote
  const promise = { pay, payCurrency, receive, receiveCurrency, fee }
  const reply = await send(place, 'coin/trade', {
    mode: 'real',
    ...request,
    quantity: quote.quantity,
    price,
    terms,
    promise,
  })
  if (reply.type !== 'ok') return null
  place.count(`spot ${side}`)
  // The price may differ within the tolerance: then the side in USDT does.
  return {
    kind: 'spotOrder',
    id: reply.data.id,
    promised: { pay, receive, fee },
    exact: side === 'buy' ? ['receive', 'fee'] : ['pay'],
  }
}

export const ACTS: Readonly<Record<string, (place: Place) => Promise<Act | null>>> = {
  buy: (place) => spot(place, 'buy', asQuantity(fromMinor(BigInt(10 + place.random.int(90)), 5))),

  async sell(place) {
    const { data: info } = await ask(place, 'coin/info', { mode: 'real', symbol: SYMBOL })
    if (compare(info.sellable, info.minimum) < 0) return null
    const request = { mode: 'real', symbol: SYMBOL, side: 'sell', kind: 'market', price: info.bid }
    const more = await send(place, 'coin/trade', { ...request, quantity: add(info.sellable, info.step) })
    if (more.type === 'ok') place.fault('sale: one step more than the coins is accepted')
    place.count('maximum of sale')
    return await spot(place, 'sell', info.sellable, true)
  },

  async lever(place) {
    const { data: terms } = await ask(place, 'lever/deal', { mode: 'real', symbol: SYMBOL })
    const side = place.random.pick(['long', 'short'] as const)
    const request = { mode: 'real', symbol: SYMBOL, side, kind: 'market', lots: terms.terms.minimum, leverage: 10 }
    const { data: quote, type } = await ask(place, 'lever/quote', request)
    if (type !== 'ok') return null
    await read(place)
    const { margin, fee, price, terms: named } = quote
    const reply = await send(place, 'lever/submit', { ...request, price, terms: named, promise: { margin, fee } })
    if (reply.type !== 'ok') return null
    place.count(`leverage ${side}`)
    return { kind: 'leverOrder', id: reply.data.id, promised: { margin, fee }, exact: [] }
  },

  async close(place) {
    const { data } = await ask(place, 'lever/my_trade', { mode: 'real' })
    const [position] = data.positions
    if (!position) return null
    const reply = await send(place, 'lever/close', { mode: 'real', id: position.id, lots: position.lots })
    if (reply.type !== 'ok') return null
    place.count('leverage closed')
    return { kind: 'leverDeal', id: reply.data.id, promised: {}, exact: [] }
  },

  async seconds(place) {
    const { data: cash } = await ask(place, 'microtrade/payable_currencies', { mode: 'real', symbol: SYMBOL })
    const [row] = cash.rows
    const { data: list } = await ask(place, 'microtrade/seconds', { symbol: SYMBOL })
    const term = list.rows.find(({ id }) => id === '60')
    if (!row || !term) return null
    const most = maxStake(row.available, term.fee)
    if (compare(most, term.minimum) < 0) return null
    const side = place.random.pick(['long', 'short'] as const)
    const sendWith = async (stake: Decimal) => {
      const wish = { mode: 'real', symbol: SYMBOL, side, term: '60', currency: 'USDT', stake }
      const { data: quote } = await ask(place, 'microtrade/quote', wish)
      return await send(place, 'microtrade/submit', {
        ...wish,
        fee: quote?.fee ?? '0',
        profit: quote?.profit ?? '0',
        price: quote?.price ?? '1',
      })
    }
    const all = compare(most, term.maximum) <= 0 && place.random.int(3) === 0
    const reply = all
      ? await offered(place, 'stake', { most, step: asMoney('0.01'), sendWith })
      : await sendWith(max(asMoney(term.minimum), asMoney('10.01')))
    if (reply.type !== 'ok') return null
    await place.server.clock.advance(61)
    await ask(place, 'microtrade/order', { id: reply.data.id })
    place.count('fixed time')
    return {
      kind: 'secondsOrder',
      id: reply.data.id,
      promised: { fee: reply.data.fee, winnings: reply.data.profit },
      exact: ['winnings', 'fee'],
    }
  },

  async exchange(place) {
    const { data: quote, type } = await ask(place, 'wallet/flash_quote', {
      mode: 'real',
      from: 'USDT',
      to: place.random.pick(['BTC', 'ETH']),
      pay: cents(place.random, 40),
    })
    if (type !== 'ok') return null
    await read(place)
    const { id, mode, from, to, pay, receive, fee } = quote
    const reply = await send(place, 'wallet/flashAgainst', { mode, quote: id, from, to, pay, receive, fee })
    if (reply.type !== 'ok') return null
    place.count('exchange')
    return { kind: 'exchange', id: reply.data.id, promised: { pay, receive, fee }, exact: ['pay', 'receive', 'fee'] }
  },

  async transfer(place) {
    const { data } = await ask(place, 'wallet/transfer_info', { mode: 'real' })
    const row = data.rows.find(({ currency }) => currency === 'USDT')
    if (!row) return null
    const back = compare(row.contract, '0') > 0 && place.random.int(4) === 0
    const [from, to] = back ? ['contract', 'coin'] : ['coin', 'contract']
    const sendWith = (amount: Decimal) =>
      send(place, 'wallet/transfer', { mode: 'real', from, to, currency: 'USDT', amount })
    const reply = back
      ? await offered(place, 'transfer', { most: row.contract, step: asMoney(row.step), sendWith })
      : await sendWith(cents(place.random, 400))
    if (reply.type !== 'ok') return null
    place.count('transfer')
    return { kind: 'transfer', id: reply.data.id, promised: { amount: reply.data.amount }, exact: ['amount'] }
  },

  async withdrawal(place) {
    const amount = cents(place.random, 30)
    const asked = add(amount, asMoney('20'))
    const { data: quote, type } = await ask(place, 'wallet/out_quote', {
      mode: 'real',
      payee: place.who.payee,
      currency: 'USDT',
      amount: asked,
    })
    if (type !== 'ok') return null
    const { fee, net } = quote
    const reply = await withdraw(place.server, place.who, { amount: asked, fee, net })
    if (reply.type !== 'ok') return null
    await place.server.clock.advance(120)
    place.count('withdrawal')
    return { kind: 'withdrawal', id: reply.data.id, promised: { fee, net, held: asked }, exact: ['fee', 'net', 'held'] }
  },

  async interest(place) {
    const reply = await buy(place.server, place.who)
    if (reply.type !== 'ok') return null
    const { id, daily } = reply.data
    await place.server.clock.advance(60 + place.random.int(3) * DAY)
    if (place.random.int(2) === 0) await redeem(place.server, place.who, id)
    place.count('interest treasure')
    return { kind: 'interestOrder', id, promised: { daily }, exact: ['daily'] }
  },

  async fixed(place) {
    const reply = await deposit(place.server, place.who)
    if (reply.type !== 'ok') return null
    await place.server.clock.advance(place.random.int(3) * DAY)
    const ended = await breakDeposit(place.server, place.who, reply.data.id)
    place.count(ended.type === 'ok' ? 'fixed deposit, ended' : 'fixed deposit')
    return {
      kind: 'fixedOrder',
      id: reply.data.id,
      promised: ended.type === 'ok' ? { cost: asMoney('0.5'), back: asMoney('99.5') } : {},
      exact: ['cost', 'back'],
    }
  },

  async loan(place) {
    const reply = await borrow(place.server, place.who)
    if (reply.type !== 'ok') return null
    await place.server.clock.advance(60 + place.random.int(2) * DAY)
    const { id, fee, net, amount } = reply.data
    await repay(place.server, place.who, id)
    place.count('loan')
    return { kind: 'loan', id, promised: { amount, fee, net }, exact: ['amount', 'fee', 'net'] }
  },
}

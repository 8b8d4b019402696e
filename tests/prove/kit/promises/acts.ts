import { add, asMoney, asQuantity, compare, fromMinor, max } from '../../../../src/engine/language/values/decimal.ts'
import type { Decimal, Money } from '../../../../src/engine/language/values/units.ts'
import { failureReason } from '../../../../src/server/modules/money/withdrawals/sandboxFailures.ts'
import { borrow, breakDeposit, deposit, repay, DAY } from '../../../support/server/flows/finance.ts'
import { buy, redeem } from '../../../support/server/flows/interest.ts'
import type { Reply } from '../../../support/server/testServer.ts'
import { withdraw } from '../../../support/server/flows/withdrawals.ts'
import type { Random } from '../random.ts'
import { ask, read, send, type Act, type Place } from './place.ts'

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
    quoted: price,
    exact: side === 'buy' ? ['receive', 'fee'] : ['pay'],
  }
}

/** The shortest fixed time, in seconds. */
export const TERM = '60'

/** Stakes an amount on a random direction, as quoted. */
export async function stake(place: Place, amount: Decimal): Promise<Reply<'microtrade/submit'>> {
  const side = place.random.pick(['long', 'short'] as const)
  const wish = { mode: 'real', symbol: SYMBOL, side, term: TERM, currency: 'USDT', stake: amount }
  const { data: quote } = await ask(place, 'microtrade/quote', wish)
  return await send(place, 'microtrade/submit', {
    ...wish,
    fee: quote?.fee ?? '0',
    profit: quote?.profit ?? '0',
    price: quote?.price ?? '1',
  })
}

/** Waits for the end of a contract. */
export async function settled(place: Place, reply: Reply<'microtrade/submit'>): Promise<Act | null> {
  if (reply.type !== 'ok') return null
  await place.server.clock.advance(Number(TERM) + 1)
  await ask(place, 'microtrade/order', { id: reply.data.id })
  place.count('fixed time')
  return {
    kind: 'secondsOrder',
    id: reply.data.id,
    promised: { fee: reply.data.fee, winnings: reply.data.profit },
    exact: ['winnings', 'fee'],
    conditional: ['winnings', 'fee'],
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

  async seconds(place) {
    const { data: list } = await ask(place, 'microtrade/seconds', { symbol: SYMBOL })
    const term = list.rows.find(({ id }) => id === TERM)
    return term ? await settled(place, await stake(place, max(asMoney(term.minimum), asMoney('10.01')))) : null
  },

  async soldSeconds(place) {
    const reply = await stake(place, asMoney('20'))
    if (reply.type !== 'ok') return null
    await place.server.clock.advance(7)
    const { data: quote, type } = await ask(place, 'microtrade/sell_quote', { id: reply.data.id })
    if (type !== 'ok') return null
    await read(place)
    const { id, mode, currency, symbol, price, proceeds, net, until } = quote
    const sold = await send(place, 'microtrade/sell', { mode, id, currency, symbol, price, proceeds, net, until })
    if (sold.type !== 'ok') return null
    place.count('fixed time sold')
    return {
      kind: 'secondsOrder',
      id,
      action: 'closed',
      promised: { receive: proceeds, net },
      quoted: price,
      exact: [],
    }
  },

  async cancelledSeconds(place) {
    const reply = await stake(place, asMoney('20'))
    if (reply.type !== 'ok') return null
    const { id, mode, currency, cancelFee = null } = reply.data
    const cancelled = await send(place, 'microtrade/cancel', { mode, id, currency, cancelFee })
    if (cancelled.type !== 'ok' || cancelFee === null) return null
    place.count('fixed time cancelled')
    return { kind: 'secondsOrder', id, action: 'cancelled', promised: { fee: cancelFee }, exact: ['fee'] }
  },

  async exchange(place) {
    const { data: quote, type } = await ask(place, 'wallet/flash_quote', {
      mode: 'real',
      from: 'USDT',
      to: place.random.pick(['BTC', 'ETH']),
      pay: add(asMoney('10'), cents(place.random, 30)),
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
    const amount = cents(place.random, 400)
    const reply = await send(place, 'wallet/transfer', {
      mode: 'real',
      from: 'coin',
      to: 'contract',
      currency: 'USDT',
      amount,
    })
    if (reply.type !== 'ok') return null
    place.count('transfer')
    return { kind: 'transfer', id: reply.data.id, promised: { amount }, exact: ['amount'] }
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
    // The sandbox refuses some amounts, and then pays nothing.
    const conditional = failureReason(asked) === null ? [] : ['fee', 'net']
    const promised = { fee, net, held: asked }
    return { kind: 'withdrawal', id: reply.data.id, promised, exact: ['fee', 'net', 'held'], conditional }
  },

  async interest(place) {
    const wish = { mode: 'real', project: 'monthly', currency: 'USDT', amount: '200' }
    const { data: quote } = await ask(place, 'project/quote', wish)
    await read(place)
    const reply = await buy(place.server, place.who, { ends: quote.ends })
    if (reply.type !== 'ok') return null
    const { id, daily } = reply.data
    await place.server.clock.advance(60 + place.random.int(3) * DAY)
    if (place.random.int(2) === 0) await redeem(place.server, place.who, id)
    place.count('interest treasure')
    const { data } = await ask(place, 'project/order_detail', { id })
    const due = { promised: quote.ends, action: 'approved', booked: data.order.ends } as const
    return { kind: 'interestOrder', id, promised: { daily }, exact: ['daily'], conditional: ['daily'], due }
  },

  async fixed(place) {
    const wish = { mode: 'real', product: 'usdt-7', currency: 'USDT', amount: '100' }
    const { data: quote } = await ask(place, 'lh/deposit/quote', wish)
    await read(place)
    const reply = await deposit(place.server, place.who, { ends: quote.ends })
    if (reply.type !== 'ok') return null
    await place.server.clock.advance(place.random.int(3) * DAY)
    const ended = await breakDeposit(place.server, place.who, reply.data.id)
    place.count(ended.type === 'ok' ? 'fixed deposit, ended' : 'fixed deposit')
    return {
      kind: 'fixedOrder',
      id: reply.data.id,
      promised: ended.type === 'ok' ? { cost: asMoney('0.5'), back: asMoney('99.5') } : {},
      exact: ['cost', 'back'],
      due: { promised: quote.ends, action: 'placed', booked: reply.data.ends },
    }
  },

  async loan(place) {
    const wish = { mode: 'real', currency: 'USDT', amount: '100', days: 7 }
    const { data: quote } = await ask(place, 'lh/loan/quote', wish)
    await read(place)
    const reply = await borrow(place.server, place.who, { due: quote.due })
    if (reply.type !== 'ok') return null
    await place.server.clock.advance(60 + place.random.int(2) * DAY)
    const { id, fee, net, amount } = reply.data
    const { data: repaid } = await repay(place.server, place.who, id)
    place.count('loan')
    const due = { promised: quote.due, action: 'paid', booked: repaid.ends } as const
    return { kind: 'loan', id, promised: { amount, fee, net }, exact: ['amount', 'fee', 'net'], due }
  },
}

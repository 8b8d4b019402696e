import type { Literal, Money, Price } from '../../../../src/engine/language/values/units.ts'
import { asPrice, sub } from '../../../../src/engine/language/values/decimal.ts'
import type { LeverOrder, LeverPosition } from '../../../../src/generated/entities.ts'
import { activate, untilOpen } from './trading.ts'
import { certify, setUserFields } from './withdrawals.ts'
import type { Person, Reply, TestServer } from '../testServer.ts'

let keys = 0
const sent = ({ token }: Person) => ({ token, headers: { 'idempotency-key': `lever-key-${++keys}` } })

export const SYMBOL = 'BTCUSDT'

/** A permitted leverage trader with 900 of 1,000 USDT in the contract account. */
export async function trader(server: TestServer, symbols: readonly string[] = [SYMBOL]): Promise<Person> {
  const person = await server.person()
  await certify(server, person)
  for (const symbol of symbols) {
    await untilOpen(server, symbol)
    await activate(server, person, symbol, 'leveraged')
  }
  await server.call(
    'wallet/transfer',
    { mode: 'real', from: 'coin', to: 'contract', currency: 'USDT', amount: '900' },
    sent(person),
  )
  return person
}

/** Returns the current bid and ask of a symbol; throws for an unknown one. */
export const bidAsk = (server: TestServer, symbol = SYMBOL): { bid: Price; ask: Price } => {
  const tick = server.context.market.tickAt(symbol, server.clock.nowMs())
  if (!tick) throw new Error(`Nothing is traded as ${symbol}`)
  return tick
}

/** Orders a hundredth of a bitcoin at the market, long, ten times; `more` overrides fields. */
export function submit(
  server: TestServer,
  person: Person,
  more: Record<string, unknown> = {},
  call: 'lever/submit' | 'lever/whsubmit' = 'lever/submit',
): Promise<Reply<typeof call>> {
  const symbol = typeof more.symbol === 'string' ? more.symbol : SYMBOL
  const price = more.price ?? bidAsk(server, symbol)[more.side === 'short' ? 'bid' : 'ask']
  const payload = { mode: 'real', symbol, side: 'long', kind: 'market', lots: '0.01', leverage: 10, ...more, price }
  return server.call(call, payload, sent(person))
}

/** Orders a hundredth of a lot of gold like `submit`, by the call for forex and metals; `more` overrides fields. */
export const whsubmit = (server: TestServer, person: Person, more: Record<string, unknown> = {}) =>
  submit(server, person, { symbol: 'XAUUSD', ...more }, 'lever/whsubmit')

/** Returns the open positions, the pending orders and a page of deals of a user in crypto; `payload` filters them. */
export const trades = async (server: TestServer, { token }: Person, payload: Record<string, unknown> = {}) =>
  (await server.call('lever/my_trade', payload, { token })).data
/** Returns the same as `trades` for forex and metals. */
export const whTrades = async (server: TestServer, { token }: Person, payload: Record<string, unknown> = {}) =>
  (await server.call('lever/my_wh_trade', payload, { token })).data

/** An order that is filled at once, and the position it opened. */
export async function opened(
  server: TestServer,
  person: Person,
  more: Record<string, unknown> = {},
): Promise<LeverPosition> {
  const gold = more.symbol !== undefined && more.symbol !== SYMBOL
  const reply = gold ? await whsubmit(server, person, more) : await submit(server, person, more)
  if (reply.type !== 'ok') throw new Error(`No position: ${reply.code}`)
  const { positions } = gold ? await whTrades(server, person) : await trades(server, person)
  const position = positions.find(({ id }) => id === reply.data.position)
  if (!position) throw new Error('The position is not there')
  return position
}

/** The current price moved by so many thousandths, with two decimals. */
export const away = (price: Price, thousandths: number): Price =>
  asPrice((Number(price) * (1 + thousandths / 1000)).toFixed(2))

/** A limit order a tenth below the price. */
export async function waiting(
  server: TestServer,
  person: Person,
  more: Record<string, unknown> = {},
): Promise<LeverOrder> {
  const reply = await submit(server, person, { kind: 'limit', price: away(bidAsk(server).bid, -100), ...more })
  if (reply.type !== 'ok') throw new Error(`No order: ${reply.code}`)
  return reply.data
}

/** Runs work while there are `count` copies of a pending order. */
export async function withCopies<Result>(
  { context: { db } }: TestServer,
  orderId: string,
  count: number,
  work: () => Promise<Result>,
): Promise<Result> {
  const order = await db.selectFrom('lever_orders').selectAll().where('id', '=', orderId).executeTakeFirstOrThrow()
  const copies = Array.from({ length: count }, (_, at) => ({ ...order, id: `${orderId}-${at}`, hold: null }))
  await db.insertInto('lever_orders').values(copies).execute()
  try {
    return await work()
  } finally {
    await db
      .deleteFrom('lever_orders')
      .where(
        'id',
        'in',
        copies.map(({ id }) => id),
      )
      .execute()
  }
}

/** Closes a position with a fresh idempotency key, in real mode unless the payload has another. */
export const close = (
  server: TestServer,
  person: Person,
  payload: Record<string, unknown>,
  call: 'lever/close' | 'lever/whclose' = 'lever/close',
): Promise<Reply<typeof call>> => server.call(call, { mode: 'real', ...payload }, sent(person))
/** Closes all positions with a fresh idempotency key, in real mode unless the payload has another. */
export const dealall = (server: TestServer, person: Person, payload: Record<string, unknown> = {}) =>
  server.call('lever/dealall', { mode: 'real', ...payload }, sent(person))
/** Sets take profit and stop loss of a position, by default in real mode. A stop missing from the payload is removed. */
export const setstop = (server: TestServer, { token }: Person, payload: Record<string, unknown>) =>
  server.call('lever/setstop', { mode: 'real', symbol: SYMBOL, ...payload }, { token })
/** Places a close order of a position, in real mode; a trigger 5 % above the price unless the payload has another. */
export const closeOrder = (server: TestServer, person: Person, payload: Record<string, unknown>) =>
  server.call(
    'lever/close_order',
    { mode: 'real', symbol: SYMBOL, kind: 'trigger', trigger: away(bidAsk(server).bid, 50), ...payload },
    sent(person),
  )
/** Adds 10 USDT of margin to a position, in real mode, with a fresh idempotency key. */
export const addMargin = (server: TestServer, person: Person, payload: Record<string, unknown>) =>
  server.call('lever/margin', { mode: 'real', symbol: SYMBOL, amount: '10', ...payload }, sent(person))
/** Reverses a long position at its closing price, in real mode, with a fresh idempotency key. */
export const reverse = (server: TestServer, person: Person, payload: Record<string, unknown>) =>
  server.call(
    'lever/reverse',
    { mode: 'real', symbol: SYMBOL, side: 'short', price: bidAsk(server).bid, ...payload },
    sent(person),
  )
/** Cancels a close order, in real mode. */
export const cancelCloseOrder = (
  server: TestServer,
  { token }: Person,
  id: string,
  more: Record<string, unknown> = {},
) => server.call('lever/close_order_cancel', { mode: 'real', id, ...more }, { token })
/** Cancels an order with a fresh idempotency key, in real mode; `more` overrides fields. */
export const cancel = (server: TestServer, person: Person, id: string, more: Record<string, unknown> = {}) =>
  server.call('lever/cancel', { mode: 'real', id, ...more }, sent(person))

/** Changes a pending order with a fresh idempotency key, in real mode; `more` overrides fields. */
export const amend = (
  server: TestServer,
  person: Person,
  { id, symbol, side, price, lots }: LeverOrder,
  more: Record<string, unknown> = {},
) => server.call('lever/amend', { mode: 'real', id, symbol, side, price, lots, ...more }, sent(person))

/** Freezes the account of a user and returns the user. */
export async function frozen(server: TestServer, person: Person): Promise<Person> {
  await setUserFields(server, person, { frozen: 1 })
  return person
}

/** Locks the account of a user and returns the user. */
export async function locked(server: TestServer, person: Person): Promise<Person> {
  await server.context.db.updateTable('users').set({ locked: 1 }).where('account', '=', person.account).execute()
  return person
}

/** Cancels all pending orders. */
export async function cancelAll(server: TestServer, person: Person): Promise<void> {
  const { rows } = (await server.call('lever/orders', { status: 0 }, { token: person.token })).data
  for (const { id } of rows) await cancel(server, person, id)
}

/** Transfers all but an amount out of the contract account. */
export async function leave(server: TestServer, person: Person, amount: Money | Literal): Promise<void> {
  const reply = await server.call(
    'wallet/transfer',
    { mode: 'real', from: 'contract', to: 'coin', currency: 'USDT', amount: sub('900', amount) },
    sent(person),
  )
  if (reply.type !== 'ok') throw new Error(`No transfer: ${reply.code}`)
}

const WEEK_MS = 7 * 24 * 3_600_000

/** Backdates the cursor of a position, so that a past tick has met its take-profit and the job has not booked it yet. */
export async function met(server: TestServer, id: string): Promise<void> {
  const { clock, db } = server.context
  const { side, open_price: price } = await db
    .selectFrom('lever_positions')
    .select(['side', 'open_price'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const gain = asPrice((Number(price) * (side === 'long' ? 0.5 : 2)).toFixed(2))
  await db
    .updateTable('lever_positions')
    .set({ take_profit: gain, checked_ms: BigInt(clock.nowMs() - WEEK_MS) })
    .where('id', '=', id)
    .execute()
}

/** The same for a pending order, whose price was met. */
export async function metOrder(server: TestServer, id: string): Promise<void> {
  const { clock, db } = server.context
  const { side, price } = await db
    .selectFrom('lever_orders')
    .select(['side', 'price'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const worse = asPrice((Number(price) * (side === 'long' ? 2 : 0.5)).toFixed(2))
  await db
    .updateTable('lever_orders')
    .set({ price: worse, checked_ms: BigInt(clock.nowMs() - WEEK_MS) })
    .where('id', '=', id)
    .execute()
}

/** Advances the clock until the market of a symbol closes. */
export async function untilClosed(server: TestServer, symbol: string): Promise<void> {
  const { market, clock } = server.context
  const closes = market.nextClose(symbol, clock.nowMs())
  if (closes === null) throw new Error(`${symbol} never closes`)
  await server.clock.advance((closes - clock.nowMs()) / 1000 + 1)
}

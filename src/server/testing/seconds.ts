import type { SecondsQuote } from '../../generated/entities.ts'
import { minor } from '../ledger/index.ts'
import { as } from './security.ts'
import { activate as agree } from './trading.ts'
import { certify } from './withdrawals.ts'
import type { Person, Reply, World } from './testServer.ts'

/** What a trader has in the contract account of each book. */
export const FUNDS = '500'
export const CRYPTO = 'BTCUSDT'
export const FOREX = 'EURUSD'

let keys = 0

export const idOf = async (world: World, who: Person): Promise<string> => (await world.call('user/info', {}, as(who))).data.id

/** Somebody certified, with money in both contract accounts. */
export async function funded(world: World): Promise<Person> {
  const person = await world.person()
  await certify(world, person)
  const owner = await idOf(world, person)
  for (const mode of ['real', 'demo'] as const) {
    await world.context.ledger.post({ mode, reason: 'test', entries: [{ from: { owner, kind: 'coin' }, to: { owner, kind: 'contract' }, currency: 'USDT', amount: minor(FUNDS, 'USDT') }] })
  }
  return person
}

export async function activate(world: World, who: Person, symbol: string): Promise<void> {
  const reply = await agree(world, who, symbol, 'seconds')
  if (reply.type !== 'ok') throw new Error(`The activation: ${reply.code}`)
}

/** Somebody whom nothing keeps from seconds contracts on a symbol. */
export async function secondsTrader(world: World, symbol = CRYPTO): Promise<Person> {
  const person = await funded(world)
  await activate(world, person, symbol)
  return person
}

const HOUR_MS = 3_600_000

/** Moves the clock to a moment at which a market is open for an hour at least. */
export async function whileOpen(world: World, symbol = FOREX): Promise<void> {
  const { market } = world.context
  const now = world.clock.nowMs()
  const closes = market.nextClose(symbol, now)
  if (closes === null || (market.isOpen(symbol, now) && closes - now >= HOUR_MS)) return
  const shut = market.isOpen(symbol, now) ? closes : now
  await world.clock.advance(((market.nextOpen(symbol, shut) ?? shut) - now) / 1000)
}

/** Moves the clock to so many seconds before a market closes. */
export async function beforeClose(world: World, seconds: number, symbol = FOREX): Promise<void> {
  await whileOpen(world, symbol)
  const now = world.clock.nowMs()
  const closes = world.context.market.nextClose(symbol, now) ?? now
  await world.clock.advance(Math.max(0, (closes - now) / 1000 - seconds))
}

export const secondsWish = (symbol: string): Record<string, unknown> => ({ mode: 'real', symbol, side: 'long', term: '60', currency: 'USDT', stake: '100' })

export const askSeconds = (world: World, who: Person, symbol = CRYPTO, more: Record<string, unknown> = {}): Promise<Reply<'microtrade/quote'>> =>
  world.call('microtrade/quote', { ...secondsWish(symbol), ...more }, as(who))

type Variant = 'microtrade/submit' | 'microtrade/whsubmit'

/** What a submit carries, at the price in force and for the terms of the operator; `more` is to be different. */
export function secondsOrder(world: World, symbol: string, more: Record<string, unknown> = {}): Record<string, unknown> {
  const price = world.context.market.tickAt(symbol, world.clock.nowMs())?.last ?? '1'
  const crypto = symbol.endsWith('USDT')
  return { ...secondsWish(symbol), fee: crypto ? '0.5' : '0', profit: '70', price, ...more }
}

export const sendSeconds = (world: World, who: Person, symbol = CRYPTO, more: Record<string, unknown> = {}, call: Variant = symbol.endsWith('USDT') ? 'microtrade/submit' : 'microtrade/whsubmit', key = `seconds-${++keys}`): Promise<Reply<Variant>> =>
  world.call(call, secondsOrder(world, symbol, more), { ...as(who), headers: { 'idempotency-key': key } })

/** An order made of a quote, as the app does. */
export async function buySeconds(world: World, who: Person, symbol = CRYPTO, more: Record<string, unknown> = {}): Promise<Reply<Variant>> {
  const { stake, fee, profit, price, mode, side, term } = (await askSeconds(world, who, symbol, more)).data satisfies SecondsQuote
  return await sendSeconds(world, who, symbol, { stake, fee, profit, price, mode, side, term })
}

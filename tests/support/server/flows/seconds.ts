import type { SecondsQuote } from '../../../../src/generated/entities.ts'
import { minor } from '../../../../src/server/kit/ledger/index.ts'
import { as } from './security.ts'
import { activate as agree } from './trading.ts'
import { certify } from './withdrawals.ts'
import type { Person, Reply, TestServer } from '../testServer.ts'

/** Contract account balance of a trader in each mode. */
export const FUNDS = '500'
export const CRYPTO = 'BTCUSDT'
export const FOREX = 'EURUSD'

let keys = 0

/** Returns the id of a logged-in user. */
export const idOf = async (server: TestServer, who: Person): Promise<string> =>
  (await server.call('user/info', {}, as(who))).data.id

/** A certified user with money in both contract accounts. */
export async function funded(server: TestServer): Promise<Person> {
  const person = await server.person()
  await certify(server, person)
  const owner = await idOf(server, person)
  for (const mode of ['real', 'demo'] as const) {
    await server.context.ledger.post({
      mode,
      reason: 'test',
      entries: [
        {
          from: { owner, kind: 'coin' },
          to: { owner, kind: 'contract' },
          currency: 'USDT',
          amount: minor(FUNDS, 'USDT'),
        },
      ],
    })
  }
  return person
}

/** Accepts the risk text of a symbol for seconds trades; throws if it is refused. */
export async function activate(server: TestServer, who: Person, symbol: string): Promise<void> {
  const reply = await agree(server, who, symbol, 'seconds')
  if (reply.type !== 'ok') throw new Error(`The activation: ${reply.code}`)
}

/** A user permitted to trade seconds contracts on a symbol. */
export async function secondsTrader(server: TestServer, symbol = CRYPTO): Promise<Person> {
  const person = await funded(server)
  await activate(server, person, symbol)
  return person
}

const HOUR_MS = 3_600_000

/** Advances the clock until a market stays open for an hour at least. */
export async function whileOpen(server: TestServer, symbol = FOREX): Promise<void> {
  const { market } = server.context
  const now = server.clock.nowMs()
  const closes = market.nextClose(symbol, now)
  if (closes === null || (market.isOpen(symbol, now) && closes - now >= HOUR_MS)) return
  const shut = market.isOpen(symbol, now) ? closes : now
  await server.clock.advance(((market.nextOpen(symbol, shut) ?? shut) - now) / 1000)
}

/** Advances to so many seconds before a market closes. */
export async function beforeClose(server: TestServer, seconds: number, symbol = FOREX): Promise<void> {
  await whileOpen(server, symbol)
  const now = server.clock.nowMs()
  const closes = server.context.market.nextClose(symbol, now) ?? now
  await server.clock.advance(Math.max(0, (closes - now) / 1000 - seconds))
}

/** Returns the payload of a quote: 100 USDT long for 60 seconds, in real mode. */
export const secondsWish = (symbol: string): Record<string, unknown> => ({
  mode: 'real',
  symbol,
  side: 'long',
  term: '60',
  currency: 'USDT',
  stake: '100',
})

/** Requests a quote for `secondsWish`; `more` overrides fields. */
export const askSeconds = (
  server: TestServer,
  who: Person,
  symbol = CRYPTO,
  more: Record<string, unknown> = {},
): Promise<Reply<'microtrade/quote'>> => server.call('microtrade/quote', { ...secondsWish(symbol), ...more }, as(who))

type Variant = 'microtrade/submit' | 'microtrade/whsubmit'

/** Payload of a submit, at the current price and the operator's terms; `more` overrides fields. */
export function secondsOrder(
  server: TestServer,
  symbol: string,
  more: Record<string, unknown> = {},
): Record<string, unknown> {
  const price = server.context.market.tickAt(symbol, server.clock.nowMs())?.last ?? '1'
  const crypto = symbol.endsWith('USDT')
  return { ...secondsWish(symbol), fee: crypto ? '0.5' : '0', profit: '70', price, ...more }
}

/** Sends an order at the current price, by the call for the symbol's class and with a fresh idempotency key; `more` overrides fields. */
export const sendSeconds = (
  server: TestServer,
  who: Person,
  symbol = CRYPTO,
  more: Record<string, unknown> = {},
  call: Variant = symbol.endsWith('USDT') ? 'microtrade/submit' : 'microtrade/whsubmit',
  key = `seconds-${++keys}`,
): Promise<Reply<Variant>> =>
  server.call(call, secondsOrder(server, symbol, more), { ...as(who), headers: { 'idempotency-key': key } })

/** Orders from a quote, as the app does. */
export async function buySeconds(
  server: TestServer,
  who: Person,
  symbol = CRYPTO,
  more: Record<string, unknown> = {},
): Promise<Reply<Variant>> {
  const { stake, fee, profit, price, mode, side, term } = (await askSeconds(server, who, symbol, more))
    .data satisfies SecondsQuote
  return await sendSeconds(server, who, symbol, { stake, fee, profit, price, mode, side, term })
}

/** Quotes the sale of a contract. */
export const quoteSecondsSale = (
  server: TestServer,
  who: Person,
  id: string,
): Promise<Reply<'microtrade/sell_quote'>> => server.call('microtrade/sell_quote', { id }, as(who))

/** Sells a contract in real mode, at any price unless the payload has a least one, with a fresh idempotency key. */
export const sellSeconds = (
  server: TestServer,
  who: Person,
  payload: Record<string, unknown>,
  key = `seconds-${++keys}`,
): Promise<Reply<'microtrade/sell'>> =>
  server.call(
    'microtrade/sell',
    { mode: 'real', currency: 'USDT', ...payload },
    { ...as(who), headers: { 'idempotency-key': key } },
  )

/** Cancels a contract in real mode, with a fresh idempotency key. */
export const cancelSeconds = (
  server: TestServer,
  who: Person,
  payload: Record<string, unknown>,
  key = `seconds-${++keys}`,
): Promise<Reply<'microtrade/cancel'>> =>
  server.call(
    'microtrade/cancel',
    { mode: 'real', currency: 'USDT', ...payload },
    { ...as(who), headers: { 'idempotency-key': key } },
  )

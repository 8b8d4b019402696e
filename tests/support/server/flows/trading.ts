import { add, asPrice, compare, sub } from '../../../../src/engine/language/values/decimal.ts'
import type { Percent, Price, Unbranded } from '../../../../src/engine/language/values/units.ts'
import type { OperatorServer } from '../../../../src/generated/operator.ts'
import { worstPrice } from '../../../../src/product/trading/slippage.ts'
import { certify } from './withdrawals.ts'
import type { Person, TestServer } from '../testServer.ts'

/** Runs work with other operator settings of a product, or of trading as a whole. */
export async function withSettings<Section extends keyof OperatorServer, Result>(
  server: TestServer,
  section: Section,
  settings: Partial<Unbranded<OperatorServer[Section]>>,
  work: () => Promise<Result>,
): Promise<Result> {
  const before = server.context.operator
  server.context.operator = {
    ...before,
    server: { ...before.server, [section]: { ...(before.server[section] as object), ...(settings as object) } },
  }
  try {
    return await work()
  } finally {
    server.context.operator = before
  }
}

const CENT = asPrice('0.01')

/** The lowest price seen, in cents, whose quote permits a buyer to pay this price. */
export function lowestSeen(price: Price, tolerance: Percent): Price {
  let seen = price
  while (compare(worstPrice('buy', sub(seen, CENT), tolerance, 2), price) >= 0) seen = sub(seen, CENT)
  return seen
}

/** The highest price seen, in cents, whose quote permits a seller to get this price. */
export function highestSeen(price: Price, tolerance: Percent): Price {
  let seen = price
  while (compare(worstPrice('sell', add(seen, CENT), tolerance, 2), price) <= 0) seen = add(seen, CENT)
  return seen
}

/** Accepts the risk text of a product for a symbol. */
export const activate = (
  server: TestServer,
  { token }: Person,
  symbol: string,
  product: 'spot' | 'seconds' | 'leveraged',
) => server.call('trade/activate', { symbol, product }, { token })

/** Advances the clock until the market of a symbol is open. */
export async function untilOpen(server: TestServer, symbol: string): Promise<void> {
  const { market, clock } = server.context
  const opens = market.nextOpen(symbol, clock.nowMs())
  if (opens === null) throw new Error(`Nothing is traded as ${symbol}`)
  await server.clock.advance((opens - clock.nowMs()) / 1000)
}

/** Advances the clock until the market of a symbol is shut. */
export async function untilShut(server: TestServer, symbol: string): Promise<void> {
  const { market, clock } = server.context
  const now = clock.nowMs()
  const closes = market.nextClose(symbol, now)
  if (closes !== null && market.isOpen(symbol, now)) await server.clock.advance((closes - now) / 1000)
}

/** A user with a verified name who may place spot orders for these symbols. */
export async function trader(server: TestServer, symbols: readonly string[] = ['BTCUSDT']): Promise<Person> {
  const person = await server.person()
  await certify(server, person)
  for (const symbol of symbols) await activate(server, person, symbol, 'spot')
  return person
}

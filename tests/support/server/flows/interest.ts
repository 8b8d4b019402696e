import { asMoney } from '../../../../src/engine/language/values/decimal.ts'
import type { Literal, Money } from '../../../../src/engine/language/values/units.ts'
import { SECONDS_PER_DAY } from '../../../../src/product/finance/interest.ts'
import { DEFAULT_CONFIG } from '../../../../src/server/config.ts'
import { yieldOf } from '../../../../src/server/modules/wealth/interest/projects.ts'
import { decimal } from '../../../../src/server/kit/ledger/index.ts'
import { as, payProof } from './security.ts'
import { certify } from './withdrawals.ts'
import type { Person, Reply, TestServer } from '../testServer.ts'

let keys = 0
const keyed = (person: Person) => ({ ...as(person), headers: { 'idempotency-key': `interest-${++keys}` } })

/** A user permitted to order. */
export async function saver(server: TestServer): Promise<Person> {
  const person = await server.person()
  await certify(server, person)
  return person
}

/** Terms of an order of a default product. */
export function priced(
  project: string,
  given: Money | Literal,
  currency = 'USDT',
): { project: string; currency: string; amount: Money; daily: Money; total: Money } {
  const amount = asMoney(given)
  const { daily, total } = yieldOf(DEFAULT_CONFIG, { project, currency, amount })
  return { project, currency, amount, daily: decimal(daily, currency), total: decimal(total, currency) }
}

/** Buys 200 USDT of the monthly product; `more` overrides fields; a missing proof is created. */
export async function buy(
  server: TestServer,
  who: Person,
  more: Record<string, unknown> = {},
): Promise<Reply<'project/order'>> {
  const proof = more.payProof ?? (await payProof(server, who, 'project/order'))
  return await server.call(
    'project/order',
    { mode: 'real', ...priced('monthly', '200'), ...more, payProof: proof },
    keyed(who),
  )
}

/** An order of 200 USDT, `days` days in custody. It is backdated, so that the clock does not advance for other users. */
export async function inCustody(
  server: TestServer,
  who: Person,
  more: Record<string, unknown> = {},
  days = 0,
): Promise<string> {
  const { code, data } = await buy(server, who, more)
  if (data === null) throw new Error(`No order: ${String(code)}`)
  const before = BigInt(days * SECONDS_PER_DAY)
  await server.context.db
    .updateTable('interest_orders')
    .set((eb) => ({ created: eb('created', '-', before), due: eb('due', '-', before) }))
    .where('id', '=', data.id)
    .execute()
  await server.clock.advance(20)
  return data.id
}

/** Requests the quote for ending an order early. */
export const redeemQuote = (server: TestServer, who: Person, id: string): Promise<Reply<'project/redeem_quote'>> =>
  server.call('project/redeem_quote', { id }, as(who))

/** Redeems an order as quoted; `more` overrides fields. */
export async function redeem(
  server: TestServer,
  who: Person,
  id: string,
  more: Record<string, unknown> = {},
): Promise<Reply<'project/redeem'>> {
  const { data } = await redeemQuote(server, who, id)
  const quoted =
    data === null
      ? { mode: 'real', currency: 'USDT', cost: '0', forfeited: '0', back: '200' }
      : { mode: data.mode, currency: data.currency, cost: data.cost, forfeited: data.forfeited, back: data.back }
  return await server.call('project/redeem', { ...quoted, id, ...more }, keyed(who))
}

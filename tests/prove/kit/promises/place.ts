import { add } from '../../../../src/engine/language/values/decimal.ts'
import type { Decimal, Money, Price, UnixSeconds } from '../../../../src/engine/language/values/units.ts'
import type { CallId } from '../../../../src/generated/calls.ts'
import type { Instrument, Receipt } from '../../../../src/generated/entities.ts'
import type { Bounds } from '../../../../src/server/modules/trading/market/index.ts'
import type { Reply, TestServer } from '../../../support/server/testServer.ts'
import type { Withdrawer } from '../../../support/server/flows/withdrawals.ts'
import type { Random } from '../random.ts'

/** An act whose receipts are compared: its record and the confirmed figures. */
export interface Act {
  kind: Receipt['kind']
  /** Null: the act has several records, and the confirmed figures are their totals. */
  id: string | null
  /** Of its receipts, where the record has others with a separate promise; absent: any. */
  action?: Receipt['action']
  /** Figures of the confirmation; `exact`: those that are booked as they were confirmed. */
  promised: Readonly<Partial<Record<string, Money>>>
  /** The confirmed price; absent: none was. */
  quoted?: Price
  exact: readonly string[]
  /** Figures that are booked with one of several outcomes only. */
  conditional?: readonly string[]
  /** The confirmed end of the term; and the receipt that has the one of the record. */
  due?: { promised: UnixSeconds; action: Receipt['action']; booked: UnixSeconds | null }
}

export interface Place {
  server: TestServer
  who: Withdrawer
  random: Random
  /** Notes a maximum that was refused, or one step more that was accepted. */
  fault(sentence: string): void
  count(event: string): void
}

let keys = 0
/** Sends a call with an idempotency key. */
export const send = <C extends CallId>(
  { server, who }: Place,
  call: C,
  payload: Record<string, unknown>,
): Promise<Reply<C>> =>
  server.call(call, payload, { token: who.token, headers: { 'idempotency-key': `promise-${++keys}` } })
/** Sends a call that is no payment. */
export const ask = <C extends CallId>(
  { server, who }: Place,
  call: C,
  payload: Record<string, unknown>,
): Promise<Reply<C>> => server.call(call, payload, { token: who.token })

/** Sends the maximum that is offered, after one step more, which must be refused. */
export async function offered<C extends CallId>(
  place: Place,
  name: string,
  { most, step, sendWith }: { most: Decimal; step: Decimal; sendWith: (value: Decimal) => Promise<Reply<C>> },
): Promise<Reply<C>> {
  const more = await sendWith(add(most, step))
  if (more.type === 'ok') place.fault(`${name}: ${add(most, step)} is accepted, and ${most} was the maximum`)
  const reply = await sendWith(most)
  if (reply.type !== 'ok') place.fault(`${name}: the maximum ${most} is refused with ${reply.code}`)
  place.count(`maximum of ${name}`)
  return reply
}

/** Prices move while the user reads. */
export const read = async ({ server, random }: Place): Promise<void> => await server.clock.advance(random.int(4))

/** The instruments whose market is open. */
export async function openInstruments(place: Place): Promise<Instrument[]> {
  const { data } = await ask(place, 'currency/quotation_new', {})
  return data.rows.filter(({ open }) => open)
}

/** Longest wait for a price, in seconds: a week. */
const WAIT_SECONDS = 7 * 86_400

/** Advances the clock to the first tick that meets bounds; false if there is none within the wait. */
export async function until(
  { server }: Place,
  symbol: string,
  trigger: { bid?: Bounds; ask?: Bounds },
): Promise<boolean> {
  const { market, clock } = server.context
  const now = clock.nowMs()
  const tick = market.firstTick(symbol, now, now + WAIT_SECONDS * 1000, trigger)
  if (!tick) return false
  await server.clock.advance(Math.ceil((tick.timeMs - now) / 1000) + 1)
  return true
}

import { add } from '../../../../src/core/decimal.ts'
import type { Decimal, Money } from '../../../../src/core/units.ts'
import type { CallId } from '../../../../src/generated/calls.ts'
import type { Receipt } from '../../../../src/generated/entities.ts'
import type { Reply, TestServer } from '../../../support/server/testServer.ts'
import type { Withdrawer } from '../../../support/server/withdrawals.ts'
import type { Random } from '../random.ts'

/** An act whose receipts are compared: of which record, and what the user confirmed. */
export interface Act {
  kind: Receipt['kind']
  id: string
  /** Figures of the confirmation; `exact`: those that are booked as they were confirmed. */
  promised: Readonly<Partial<Record<string, Money>>>
  exact: readonly string[]
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

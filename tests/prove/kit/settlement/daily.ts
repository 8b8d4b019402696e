import type { Kysely } from 'kysely'
import type { OperatorServer } from '../../../../src/generated/operator.ts'
import type { Tables } from '../../../../src/server/db.ts'
import type { Customer } from '../bank-people.ts'
import type { Teller } from './teller.ts'

export const DAY = 86_400

/** How a product of which something is settled every day is proved. The list of them stands in tests/prove/settlement.ts. */
export interface Daily {
  name: string
  /** What the operator's file says of it: odd rates, terms from days to a year. */
  operator: Partial<OperatorServer>
  /** Something that a person may do with it, over the API; what was promised is remembered. */
  act(teller: Teller, person: Customer): Promise<void>
  /** The same while the server may be killed: what becomes of it is told by the database. */
  hurry(teller: Teller, person: Customer): Promise<void>
  inspect(db: Kysely<Tables>, at: Moment): Promise<Found>
}

export interface Moment {
  /** All that was due at this time has been done. Unix seconds. */
  done: number
  /** Nothing that was due later can have been done. */
  latest: number
}

/** What a dead server has left of one product, after it was compared with the model. */
export interface Found {
  faults: string[]
  /** What it adds to the real coin account of each user: minor units of USDT. */
  own: Map<string, { posted: bigint; held: bigint }>
  orders: number
  /** Days settled, over all orders. */
  settled: number
  /** Orders of which a day is due at the latest moment and has not been settled. */
  behind: number
  /** Orders that have ended, by how. */
  ended: Record<string, number>
}

/** Days of a term that have ended, reckoned here and not by the product's own formulas. */
export function daysOver(started: number, days: number, now: number): number {
  let over = 0
  while (over < days && started + (over + 1) * DAY <= now) over += 1
  return over
}

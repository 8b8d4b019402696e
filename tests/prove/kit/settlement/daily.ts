import type { Kysely } from 'kysely'
import type { OperatorServer } from '../../../../src/generated/operator.ts'
import type { Tables } from '../../../../src/server/db.ts'
import type { Customer } from '../bank/bank-people.ts'
import type { SandboxClient } from './sandbox-client.ts'

export const DAY = 86_400

/** The proof of a product with daily settlement. Their list is in tests/prove/money/settlement.ts. */
export interface Daily {
  name: string
  /** Its settings in the operator's file: odd rates, terms from days to a year. */
  operator: Partial<OperatorServer>
  /** One user action over the API; acknowledged values are recorded. */
  act(client: SandboxClient, person: Customer): Promise<void>
  /** The same while the server may be killed: the outcome is read from the database. */
  hurry(client: SandboxClient, person: Customer): Promise<void>
  inspect(db: Kysely<Tables>, at: Moment): Promise<Inspection>
}

export interface Moment {
  /** All work due at this time is done. Unix seconds. */
  done: number
  /** No work due later can be done. */
  latest: number
}

/** Data of one product after a kill, compared with the model. */
export interface Inspection {
  faults: string[]
  /** Its part of the real coin account of each user: minor units of USDT. */
  own: Map<string, { posted: bigint; held: bigint }>
  orders: number
  /** Days settled, over all orders. */
  settled: number
  /** Orders with a day due at the latest moment and not settled yet. */
  behind: number
  /** Ended orders by outcome. */
  ended: Record<string, number>
}

/** Ended days of a term, calculated here without the product's formulas. */
export function daysOver(started: number, days: number, now: number): number {
  let over = 0
  while (over < days && started + (over + 1) * DAY <= now) over += 1
  return over
}

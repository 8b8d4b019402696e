import { createClock } from '../../../../src/server/kit/clock.ts'
import { createLedger } from '../../../../src/server/kit/ledger/index.ts'
import type { Customer } from '../bank/bank-people.ts'
import { onDatabase } from '../chaos/chaos.ts'
import { unitsOf } from '../bank/bank-postings.ts'
import type { Daily, Inspection, Moment } from './daily.ts'

const OPENING = unitsOf('1000')

/** Checks the data of a killed server: every product against its model, every balance against the products, the books against themselves. */
export function inspect(
  database: string,
  people: readonly Customer[],
  products: readonly Daily[],
  at: Moment,
): Promise<{ faults: string[]; inspections: Inspection[] }> {
  return onDatabase(database, async (db) => {
    const ledger = createLedger(db, createClock())
    const faults = await ledger.verify()
    const inspections: Inspection[] = []
    for (const product of products) inspections.push(await product.inspect(db, at))
    faults.push(...inspections.flatMap((inspection) => inspection.faults))
    for (const { user } of people) {
      const { posted, held } = await ledger.balance(user, 'real', 'coin', 'USDT')
      const sum = (of: 'posted' | 'held') =>
        inspections.reduce((all, inspection) => all + (inspection.own.get(user)?.[of] ?? 0n), 0n)
      const expected = { posted: OPENING + sum('posted'), held: sum('held') }
      if (posted !== expected.posted || held !== expected.held)
        faults.push(
          `${user} has ${posted}, ${held} of it held, and the model says ${expected.posted} and ${expected.held}`,
        )
    }
    return { faults, inspections }
  })
}

/** Makes sessions outlast all the simulated days. */
export const lengthenSessions = (database: string): Promise<unknown> =>
  onDatabase(database, (db) =>
    db
      .updateTable('sessions')
      .set((eb) => ({ expires: eb('expires', '+', BigInt(3 * 366 * 86_400)) }))
      .execute(),
  )

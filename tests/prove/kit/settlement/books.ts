import { join } from 'node:path'
import { createClock } from '../../../../src/server/kit/clock.ts'
import { openDatabase } from '../../../../src/server/kit/storage/openDatabase.ts'
import { createLedger } from '../../../../src/server/kit/ledger/index.ts'
import type { Customer } from '../bank/bank-people.ts'
import { unitsOf } from '../bank/bank-postings.ts'
import type { Daily, Inspection, Moment } from './daily.ts'

const OPENING = unitsOf('1000')

/** Checks the data of a killed server: every product against its model, every balance against the products, the books against themselves. */
export async function inspect(
  data: string,
  people: readonly Customer[],
  products: readonly Daily[],
  at: Moment,
): Promise<{ faults: string[]; inspections: Inspection[] }> {
  const { db, close } = await openDatabase(join(data, 'placard.db'))
  try {
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
  } finally {
    await close()
  }
}

/** Makes sessions outlast all the simulated days. */
export async function lengthenSessions(data: string): Promise<void> {
  const { db, close } = await openDatabase(join(data, 'placard.db'))
  await db
    .updateTable('sessions')
    .set((eb) => ({ expires: eb('expires', '+', BigInt(3 * 366 * 86_400)) }))
    .execute()
  await close()
}

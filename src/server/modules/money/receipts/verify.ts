import type { Kysely } from 'kysely'
import type { Tables } from '../../../db.ts'
import { WITHOUT_RECEIPT } from '../../../kit/ledger/movements.ts'

/** Ids of the postings that should have a receipt and have none. `except`: further reasons without one, such as those of funds that a test gives. */
export async function unreceipted(db: Kysely<Tables>, except: readonly string[] = ['test']): Promise<string[]> {
  const rows = await db
    .selectFrom('ledger_posting as p')
    .leftJoin('receipt_postings as r', 'r.posting', 'p.id')
    .select('p.id')
    .where('r.posting', 'is', null)
    .where('p.reason', 'not in', [...WITHOUT_RECEIPT, ...except])
    .orderBy('p.id')
    .execute()
  return rows.map(({ id }) => id)
}

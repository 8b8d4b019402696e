import type { Kysely } from 'kysely'
import { statusIndex } from '../../product/status.ts'
import type { Tables } from '../db.ts'

const SUCCESS = BigInt(statusIndex('withdrawal', 'success'))

/** Whether a withdrawal of the user was paid to this payee. */
export async function wasPaid(db: Kysely<Tables>, userId: string, payee: string): Promise<boolean> {
  const row = await db
    .selectFrom('withdrawals')
    .select('id')
    .where('user_id', '=', userId)
    .where('payee_id', '=', payee)
    .where('status', '=', SUCCESS)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

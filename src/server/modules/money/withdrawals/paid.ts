import type { Kysely } from 'kysely'
import { statusIndex } from '../../../../product/domain/status.ts'
import type { Tables } from '../../../db.ts'

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

/** When a withdrawal was last paid to each payee of a user. */
export async function lastPaid(db: Kysely<Tables>, userId: string): Promise<ReadonlyMap<string, bigint>> {
  const rows = await db
    .selectFrom('withdrawals')
    .select(({ fn }) => ['payee_id', fn.max('finished').as('time')])
    .where('user_id', '=', userId)
    .where('status', '=', SUCCESS)
    .groupBy('payee_id')
    .execute()
  return new Map(rows.map(({ payee_id, time }) => [payee_id, BigInt(time ?? 0)]))
}

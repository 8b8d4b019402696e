import type { Kysely } from 'kysely'
import { statusIndex } from '../../../../product/domain/status.ts'
import type { Tables } from '../../../db.ts'

/** Number of a user's running fixed-time contracts, of both modes. */
export async function runningCount(db: Kysely<Tables>, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom('seconds_orders')
    .select((eb) => eb.fn.countAll<bigint>().as('count'))
    .where('user_id', '=', userId)
    .where('status', '=', BigInt(statusIndex('secondsOrder', 'running')))
    .executeTakeFirstOrThrow()
  return Number(count)
}

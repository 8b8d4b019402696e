import type { Kysely } from 'kysely'
import { statusIndex } from '../../../../product/domain/status.ts'
import type { Tables } from '../../../db.ts'
import type { Mode } from '../../../kit/ledger/index.ts'

/** Count of open orders of a user, in one mode or in both. */
export async function openOrderCount(db: Kysely<Tables>, userId: string, mode?: Mode): Promise<number> {
  const { count } = await db
    .selectFrom('spot_orders')
    .select((eb) => eb.fn.countAll<bigint>().as('count'))
    .where('user_id', '=', userId)
    .where('mode', 'in', mode === undefined ? ['real', 'demo'] : [mode])
    .where('status', '=', BigInt(statusIndex('spotOrder', 'open')))
    .executeTakeFirstOrThrow()
  return Number(count)
}

import type { Kysely } from 'kysely'
import type { ServerContext } from '../../../context.ts'
import type { Tables } from '../../../db.ts'
import { minor, type Mode, UNIT_OF_ACCOUNT } from '../../../kit/ledger/index.ts'
import { type PositionTotals } from '../../money/wallet/accountEntity.ts'
import { unrealizedPnlOf } from './entities.ts'
import { prepared } from '../../../kit/storage/preparedQuery.ts'
import { columnsOf } from '../../../kit/storage/table.ts'
import { TRADING } from './open.ts'
import { leverTables } from './tables.ts'

const findOpen = prepared((db: Kysely<Tables>, { userId, mode }: { userId: string; mode: Mode }) =>
  db
    .selectFrom('lever_positions')
    .select(columnsOf(leverTables.lever_positions))
    .where('user_id', '=', userId)
    .where('mode', '=', mode)
    .where('status', '=', TRADING),
)

/** Margin and unrealised profit of the user's open positions in the contract account. */
export async function positionTotalsOf(
  context: Pick<ServerContext, 'db' | 'market' | 'clock'>,
  userId: string,
  mode: Mode,
): Promise<PositionTotals> {
  const { rows } = await findOpen(context.db, { userId, mode })
  return rows.reduce<PositionTotals>(
    (sum, row) => ({
      margin: sum.margin + row.margin,
      floating: sum.floating + minor(unrealizedPnlOf(context, row).profit, UNIT_OF_ACCOUNT),
    }),
    { margin: 0n, floating: 0n },
  )
}

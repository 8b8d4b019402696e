import type { ServerContext } from '../context.ts'
import { minor, type Mode } from '../ledger/index.ts'
import { UNIT_OF_ACCOUNT, type PositionTotals } from '../ledger/wallet.ts'
import { unrealizedPnlOf } from './entities.ts'
import { TRADING } from './open.ts'

/** Margin and unrealised profit of the user's open positions in the contract account. */
export async function positionTotalsOf(
  context: Pick<ServerContext, 'db' | 'market' | 'clock'>,
  userId: string,
  mode: Mode,
): Promise<PositionTotals> {
  const rows = await context.db
    .selectFrom('lever_positions')
    .selectAll()
    .where('user_id', '=', userId)
    .where('mode', '=', mode)
    .where('status', '=', TRADING)
    .execute()
  return rows.reduce<PositionTotals>(
    (sum, row) => ({
      margin: sum.margin + row.margin,
      floating: sum.floating + minor(unrealizedPnlOf(context, row).profit, UNIT_OF_ACCOUNT),
    }),
    { margin: 0n, floating: 0n },
  )
}

import type { Kysely } from 'kysely'
import { add } from '../../../../engine/language/values/decimal.ts'
import { closingPrice, floatingProfit } from '../../../../product/trading/leverage.ts'
import type { ServerContext } from '../../../context.ts'
import type { Tables } from '../../../db.ts'
import { decimal, minor, type Mode, UNIT_OF_ACCOUNT } from '../../../kit/ledger/index.ts'
import { type PositionTotals } from '../../money/wallet/accountEntity.ts'
import { idRange } from '../../../kit/ledger/id.ts'
import { openedOf, unrealizedPnlOf } from './entities.ts'
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

/**
 * Unrealised profit, at an earlier second, of the positions that were open then, in minor units of the unit of account: what was closed
 * since is added to what is left.
 */
export async function floatingAt(
  context: Pick<ServerContext, 'db' | 'market'>,
  userId: string,
  mode: Mode,
  since: number,
): Promise<bigint> {
  const { db, market } = context
  const rows = await db
    .selectFrom('lever_positions')
    .selectAll()
    .where('user_id', '=', userId)
    .where('mode', '=', mode)
    .where('created', '<', BigInt(since))
    .where((eb) => eb.or([eb('status', '=', TRADING), eb('closed', '>=', BigInt(since))]))
    .execute()
  if (rows.length === 0) return 0n
  const deals = await db
    .selectFrom('lever_deals')
    .select(['position', 'lots', 'margin'])
    .where('user_id', '=', userId)
    .where('mode', '=', mode)
    .where('id', '>=', idRange(since, since).from)
    .where('created', '>=', BigInt(since))
    .execute()
  let floating = 0n
  for (const row of rows) {
    const tick = market.tickAt(row.symbol, since * 1000)
    const parts = deals.filter(({ position }) => position === row.id)
    const [first, ...rest] = row.status === TRADING ? [row, ...parts] : parts
    if (!tick || !first) continue
    const lots = rest.reduce((sum, part) => add(sum, part.lots), first.lots)
    const margin = rest.reduce((sum, part) => sum + part.margin, first.margin)
    const profit = floatingProfit(
      { ...openedOf(context, row), lots },
      decimal(margin, UNIT_OF_ACCOUNT),
      closingPrice(row.side, tick),
    )
    floating += minor(profit, UNIT_OF_ACCOUNT)
  }
  return floating
}

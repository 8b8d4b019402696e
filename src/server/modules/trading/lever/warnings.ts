import type { Kysely } from 'kysely'
import type { Price } from '../../../../engine/language/values/units.ts'
import {
  closingPrice,
  hasReachedStopLoss,
  MARGIN_WARNINGS,
  warningPrice,
} from '../../../../product/trading/leverage.ts'
import type { ServerContext } from '../../../context.ts'
import type { Tables } from '../../../db.ts'
import { addMessage } from '../../identity/messages.ts'
import type { Tick, Trigger } from '../market/index.ts'
import { inTransaction, userLock } from '../../../kit/storage/transaction.ts'
import { prepared } from '../../../kit/storage/preparedQuery.ts'
import { columnsOf } from '../../../kit/storage/table.ts'
import { firstCrossing, processTriggers, TRIGGER_BATCH } from '../triggers.ts'
import { TRADING } from './open.ts'
import { closingTrigger } from './stops.ts'
import { leverTables, type PositionRow } from './tables.ts'

const TEMPLATES = { '0.5': 'leverMarginHalf', '0.8': 'leverMarginLow' } as const

/** A position with the number of its warnings. */
type WatchedRow = PositionRow & { warnings: bigint }

/** The warnings of a position, nearest first; a stop-loss that is reached before a warning makes it pointless. */
function levelsOf({ side, open_price: opened, liquidation, stop_loss }: PositionRow) {
  if (liquidation === null) return []
  return MARGIN_WARNINGS.map((share) => ({ share, price: warningPrice(opened, liquidation, share) })).filter(
    ({ price }) => stop_loss === null || !hasReachedStopLoss(side, price, stop_loss),
  )
}

/** Forgets the warnings of a position that has more margin whose prices are no longer reached: they may be sent again. */
export async function renewWarnings(db: Kysely<Tables>, row: PositionRow, price: Price): Promise<void> {
  const ahead = levelsOf(row).filter((level) => !hasReachedStopLoss(row.side, price, level.price))
  if (ahead.length === 0) return
  await db
    .deleteFrom('lever_warnings')
    .where('position', '=', row.id)
    .where(
      'share',
      'in',
      ahead.map(({ share }) => share),
    )
    .execute()
}

const triggerAt = (side: PositionRow['side'], price: Price): Trigger =>
  side === 'long' ? { bid: { atMost: price } } : { ask: { atLeast: price } }

const findOpen = prepared((db: Kysely<Tables>, { after }: { after: string }) =>
  db
    .selectFrom('lever_positions')
    .select(columnsOf(leverTables.lever_positions))
    .select((eb) =>
      eb
        .selectFrom('lever_warnings')
        .select(({ fn }) => fn.countAll<bigint>().as('count'))
        .whereRef('position', '=', 'lever_positions.id')
        .$asScalar()
        .$notNull()
        .as('warnings'),
    )
    .where('status', '=', TRADING)
    .where('id', '>', after)
    .orderBy('id')
    .limit(TRIGGER_BATCH),
)

/**
 * Warns users whose price has come close to liquidation, once for each position and share. Runs before the positions are closed,
 * which moves their cursors.
 */
export async function warnOfLiquidation(context: ServerContext): Promise<void> {
  await processTriggers<WatchedRow>(context, {
    rows: async (after) => (await findOpen(context.db, { after })).rows,
    trigger(row) {
      const level = levelsOf(row)[Number(row.warnings)]
      return level ? triggerAt(row.side, level.price) : null
    },
    execute: (row, tick) => warn(context, row, tick),
    // The cursor of a position is that of its closing.
    markChecked: () => Promise.resolve(),
  })
}

async function warn(context: ServerContext, row: WatchedRow, tick: Tick): Promise<void> {
  const closing = closingTrigger(row)
  if (closing && firstCrossing(context, row, closing, tick.timeMs - 1)) return
  const price = closingPrice(row.side, tick)
  const met = levelsOf(row).filter((level) => hasReachedStopLoss(row.side, price, level.price))
  const worst = met.at(-1)
  if (!worst) return
  const created = Math.floor(tick.timeMs / 1000)
  await inTransaction(context.db, [userLock(row.user_id)], async (trx) => {
    const added = await trx
      .insertInto('lever_warnings')
      .values(met.map(({ share }) => ({ position: row.id, share, created })))
      .onConflict((on) => on.doNothing())
      .returning('share')
      .execute()
    if (!added.some(({ share }) => share === worst.share)) return
    const { mode, symbol, lots, liquidation } = row
    const params = { mode, symbol, lots, price, liquidation: liquidation ?? '' }
    await addMessage(trx, row.user_id, TEMPLATES[worst.share], params, created)
  })
}

import type { Kysely } from 'kysely'
import type { ServerContext } from '../../../context.ts'
import type { Tables } from '../../../db.ts'
import { addMessage } from '../../identity/messages.ts'
import { prepared } from '../../../kit/storage/preparedQuery.ts'
import { inTransaction, userLock } from '../../../kit/storage/transaction.ts'
import { columnsOf } from '../../../kit/storage/table.ts'
import { processTriggers, TRIGGER_BATCH } from '../triggers.ts'
import { markReached, triggerOf } from './alerts.ts'
import { alertTables, type PriceAlertRow } from './tables.ts'

const findWaiting = prepared((db: Kysely<Tables>, { after }: { after: string }) =>
  db
    .selectFrom('price_alerts')
    .select(columnsOf(alertTables.price_alerts))
    .where('reached_ms', 'is', null)
    .where('id', '>', after)
    .orderBy('id')
    .limit(TRIGGER_BATCH),
)

const TEMPLATES = { above: 'alertAbove', below: 'alertBelow' } as const

/** Notifies users of the first tick that reaches the price of an alert: once, or each time the price crosses it. */
export default async function notifyAlerts(context: ServerContext): Promise<void> {
  const { db, market } = context
  await processTriggers<PriceAlertRow>(context, {
    rows: async (after) => (await findWaiting(db, { after })).rows,
    trigger: triggerOf,
    execute: async (alert, tick) => {
      await inTransaction(db, [userLock(alert.user_id)], async (trx) => {
        if (!(await markReached(trx, alert, tick.timeMs))) return
        await addMessage(
          trx,
          alert.user_id,
          TEMPLATES[alert.direction],
          {
            id: alert.symbol,
            symbol: alert.symbol,
            price: alert.price,
            last: tick.last,
            currency: market.listing(alert.symbol)?.quote ?? '',
          },
          Math.floor(tick.timeMs / 1000),
        )
      })
    },
    markChecked: async (ids, ms) => {
      await db
        .updateTable('price_alerts')
        .set({ checked_ms: BigInt(ms) })
        .where('id', 'in', ids)
        .where('reached_ms', 'is', null)
        .where('checked_ms', '<', BigInt(ms))
        .execute()
    },
  })
}

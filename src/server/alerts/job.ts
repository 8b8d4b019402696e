import type { ServerContext } from '../context.ts'
import { addMessage } from '../identity/messages.ts'
import { inTransaction, userLock } from '../storage/transaction.ts'
import { processTriggers } from '../trading/triggers.ts'
import { markReached } from './alerts.ts'
import type { PriceAlertRow } from './tables.ts'

const TEMPLATES = { above: 'alertAbove', below: 'alertBelow' } as const

/** Notifies users of the first tick that reaches the price of an alert, once. */
export default async function notifyAlerts(context: ServerContext): Promise<void> {
  const { db, market } = context
  await processTriggers<PriceAlertRow>(context, {
    rows: (after, limit) =>
      db
        .selectFrom('price_alerts')
        .selectAll()
        .where('reached_ms', 'is', null)
        .where('id', '>', after)
        .orderBy('id')
        .limit(limit)
        .execute(),
    trigger: ({ direction, price }) => ({ last: direction === 'above' ? { atLeast: price } : { atMost: price } }),
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

import { position } from '../../core/status.ts'
import type { ServerContext } from '../context.ts'
import { watchTicks } from '../trading/triggers.ts'
import { fill } from './fill.ts'
import { triggerOf } from './orders.ts'
import type { SpotOrderRow } from './tables.ts'

const OPEN = BigInt(position('spotOrder', 'open'))

/** Fills limit orders on the ticks that reach their prices. */
export default async function fillOrders(context: ServerContext): Promise<void> {
  const { db, ledger, operator } = context
  const { enabled, disabled, closing } = operator.server.trading
  const rests = ({ symbol, side }: SpotOrderRow) => !enabled || disabled.includes(symbol) || (side === 'buy' && closing.includes(symbol))
  await watchTicks<SpotOrderRow>(context, {
    rows: (after, limit) => db.selectFrom('spot_orders').selectAll().where('status', '=', OPEN).where('id', '>', after).orderBy('id').limit(limit).execute(),
    trigger: (order) => (rests(order) ? null : triggerOf(order)),
    reach: async (order, tick) => {
      await db.transaction().execute(async (trx) => {
        await fill({ ...context, db: trx, ledger: ledger.within(trx) }, order, tick)
      })
    },
    passed: async (ids, ms) => {
      await db.updateTable('spot_orders').set({ checked_ms: BigInt(ms) }).where('id', 'in', ids).where('status', '=', OPEN).execute()
    },
  })
}

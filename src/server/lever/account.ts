import type { ServerContext } from '../context.ts'
import { minor, type Mode } from '../ledger/index.ts'
import { UNIT, type Bound } from '../ledger/wallet.ts'
import { floatingOf } from './entities.ts'
import { TRADING } from './open.ts'

/** What open positions bind of the contract account of a user, and what they would bring now. */
export async function boundOf(context: Pick<ServerContext, 'db' | 'market' | 'clock'>, userId: string, mode: Mode): Promise<Bound> {
  const rows = await context.db.selectFrom('lever_positions').selectAll().where('user_id', '=', userId).where('mode', '=', mode).where('status', '=', TRADING).execute()
  return rows.reduce<Bound>((sum, row) => ({ margin: sum.margin + row.margin, floating: sum.floating + minor(floatingOf(context, row).profit, UNIT) }), { margin: 0n, floating: 0n })
}

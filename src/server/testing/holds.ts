import type { TestServer } from './testServer.ts'

type HoldTable = 'fixed_orders' | 'interest_orders' | 'lever_orders' | 'lever_positions' | 'spot_orders' | 'withdrawals'

/** Sends what wants the hold of an order while the books have it no longer. The order is taken away afterwards, so that no job trips over it. */
export async function withoutHold<R>({ context: { db, ledger } }: TestServer, table: HoldTable, id: string, send: () => Promise<R>): Promise<R> {
  const { hold } = await db.selectFrom(table).select('hold').where('id', '=', id).executeTakeFirstOrThrow()
  await ledger.voidHold(hold ?? '')
  const reply = await send()
  await db.deleteFrom(table).where('id', '=', id).execute()
  return reply
}

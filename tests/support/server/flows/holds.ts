import type { TestServer } from '../testServer.ts'

type HoldTable =
  | 'fixed_orders'
  | 'interest_orders'
  | 'lever_orders'
  | 'lever_positions'
  | 'seconds_orders'
  | 'spot_orders'
  | 'withdrawals'

/** Sends a request that needs the hold of an order after that hold was voided. Deletes the order afterwards, so that no job fails on it. */
export async function withoutHold<R>(
  { context: { db, ledger } }: TestServer,
  table: HoldTable,
  id: string,
  send: () => Promise<R>,
): Promise<R> {
  const { hold } = await db.selectFrom(table).select('hold').where('id', '=', id).executeTakeFirstOrThrow()
  await ledger.voidHold(hold ?? '')
  const reply = await send()
  await db.deleteFrom(table).where('id', '=', id).execute()
  return reply
}

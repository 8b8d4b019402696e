import type { Handler } from '../../api/handler.ts'
import { refuse } from '../../errors.ts'
import { recordEntity } from '../../exchange/exchange.ts'
import type { TransferEntry } from '../../ledger/index.ts'
import { checkAccountActive } from '../../wallet/accountChecks.ts'
import { amountOf, refusalOf } from '../../wallet/transfers.ts'

const handler: Handler<'wallet/flashAgainst'> = async (
  { mode, quote: id, from, to, ...amounts },
  { user, context: { db, ledger, clock } },
) => {
  await checkAccountActive(db, user.id, mode)
  const quote = await db
    .selectFrom('flash_quotes')
    .selectAll()
    .where('id', '=', id)
    .where('user_id', '=', user.id)
    .executeTakeFirst()
  if (!quote || quote.mode !== mode || quote.payer !== from || quote.payee !== to) throw refuse('dataNotFound')
  if (quote.exchange !== null) throw refuse('tradeStatusAbnormal')
  if (BigInt(clock.nowMs()) >= quote.expires) throw refuse('quoteExpired')
  const { pay, receive, fee, rate } = quote
  if (
    amountOf(amounts.pay, from) !== pay ||
    amountOf(amounts.receive, to) !== receive ||
    amountOf(amounts.fee, to) !== fee
  )
    throw refuse('amountError')

  const coins = { owner: user.id, kind: 'coin' } as const
  const entries: TransferEntry[] = [
    { from: coins, to: 'exchange', currency: from, amount: pay },
    { from: 'exchange', to: coins, currency: to, amount: receive },
    ...(fee > 0n ? [{ from: 'exchange', to: 'fees', currency: to, amount: fee } as const] : []),
  ]
  const posting = await ledger
    .post({ mode, reason: 'exchange', key: `exchange:${id}`, entries })
    .catch((error: unknown) => {
      throw refusalOf(error)
    })
  await db.updateTable('flash_quotes').set({ exchange: posting.id }).where('id', '=', id).execute()
  const row = {
    id: posting.id,
    user_id: user.id,
    mode,
    payer: from,
    payee: to,
    pay,
    receive,
    fee,
    rate,
    created: BigInt(clock.now()),
  }
  await db.insertInto('flash_exchanges').values(row).execute()
  return recordEntity(row)
}
export default handler

import type { Handler } from '../../api/handler.ts'
import { refuse } from '../../errors.ts'
import { checkAccountActive } from '../../wallet/accountChecks.ts'
import { amountOf, checkCurrency, isLeveraged, refusalOf, transferEntity } from '../../wallet/transfers.ts'

const handler: Handler<'wallet/transfer'> = async (
  { mode, from, to, currency, amount },
  { user, context: { db, ledger, clock } },
) => {
  if (from === to) throw refuse('typeError')
  checkCurrency(currency)
  const units = amountOf(amount, currency)
  await checkAccountActive(db, user.id, mode)
  if (from === 'contract' && (await isLeveraged(db, user.id, mode))) throw refuse('leveragedTradeInProgress')

  const move = { from: { owner: user.id, kind: from }, to: { owner: user.id, kind: to }, currency, amount: units }
  const { id } = await ledger.post({ mode, reason: 'transfer', entries: [move] }).catch((error: unknown) => {
    throw refusalOf(error)
  })
  const row = {
    id,
    user_id: user.id,
    mode,
    payer: from,
    payee: to,
    currency,
    amount: units,
    created: BigInt(clock.now()),
  }
  await db.insertInto('transfers').values(row).execute()
  return transferEntity(row)
}
export default handler

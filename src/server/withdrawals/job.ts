import { canTransition, statusIndex, statusAt, type StatusOf } from '../../core/status.ts'
import type { ServerContext } from '../context.ts'
import { runDue } from '../dueRunner.ts'
import { addMessage } from '../identity/messages.ts'
import { decimal, type AccountRef } from '../ledger/index.ts'
import { failureReason } from './sandboxFailures.ts'
import type { WithdrawalRow } from './tables.ts'
import { inTransaction, userLock } from '../storage/transaction.ts'

/** Advances every withdrawal that is due, one transaction each. The conditional status update makes it safe with several workers. */
export default async function reviewWithdrawals(context: ServerContext): Promise<void> {
  const due = (limit: number) =>
    context.db
      .selectFrom('withdrawals')
      .selectAll()
      .where('due', '<=', BigInt(context.clock.now()))
      .orderBy('due')
      .orderBy('id')
      .limit(limit)
      .execute()
  await runDue(due, (row) => applyNextStep(context, row))
}

async function applyNextStep({ db, ledger, operator }: ServerContext, row: WithdrawalRow): Promise<void> {
  const { id, user_id: owner, currency, amount, fee, hold } = row
  const from = statusAt('withdrawal', row.status)
  const reason = from === 'finalReview' ? failureReason(decimal(amount, currency)) : null
  const to: StatusOf<'withdrawal'> = from === 'firstReview' ? 'finalReview' : reason === null ? 'success' : 'failure'
  if (!canTransition('withdrawal', from, to)) throw new Error(`A withdrawal that is ${from} cannot become ${to}`)
  // A late step is recorded with the time at which it was due.
  const at = row.due ?? row.created
  const change =
    to === 'finalReview'
      ? { reviewed: at, due: at + BigInt(operator.server.review.withdrawal) }
      : { finished: at, due: null, reason }

  await inTransaction(db, [userLock(owner)], async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('withdrawals')
      .set({ status: statusIndex('withdrawal', to), ...change })
      .where('id', '=', id)
      .where('status', '=', row.status)
      .executeTakeFirstOrThrow()
    if (numUpdatedRows === 0n) return
    const paid: { to: AccountRef; amount: bigint }[] = [
      { to: 'withdrawals', amount: amount - fee },
      { to: 'fees', amount: fee },
    ]
    if (to === 'success')
      await ledger.withTransaction(trx).commitHold(
        hold,
        paid.filter((one) => one.amount > 0n),
      )
    if (to === 'failure') await ledger.withTransaction(trx).voidHold(hold)
    const withCurrency = (units: bigint) => `${decimal(units, currency)} ${currency}`
    if (to === 'success')
      await addMessage(
        trx,
        owner,
        'withdrawalPaid',
        { id, amount: withCurrency(amount - fee), to: row.number },
        Number(at),
      )
    if (to === 'failure')
      await addMessage(trx, owner, 'withdrawalFailed', { id, amount: withCurrency(amount) }, Number(at))
  })
}

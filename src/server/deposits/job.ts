import { canTransition, statusIndex, statusAt, type StatusOf } from '../../core/status.ts'
import type { ServerContext } from '../context.ts'
import { runDue } from '../dueRunner.ts'
import { addMessage } from '../identity/messages.ts'
import { decimal } from '../ledger/index.ts'
import { releaseUploads } from '../uploads/uses.ts'
import { failureReason } from './sandboxFailures.ts'
import type { DepositRow } from './tables.ts'
import { inTransaction, userLock } from '../storage/transaction.ts'

/** Advances every deposit that is due, one transaction each. The conditional status update makes it safe with several workers. */
export default async function reviewDeposits(context: ServerContext): Promise<void> {
  const due = (limit: number) =>
    context.db
      .selectFrom('deposits')
      .selectAll()
      .where('due', '<=', BigInt(context.clock.now()))
      .orderBy('due')
      .orderBy('id')
      .limit(limit)
      .execute()
  await runDue(due, (row) => applyNextStep(context, row))
}

async function applyNextStep({ db, ledger, operator }: ServerContext, row: DepositRow): Promise<void> {
  const { id, user_id: owner, mode, currency, amount, upload_id: picture } = row
  const from = statusAt('deposit', row.status)
  const reason = from === 'inReview' ? failureReason(decimal(amount, currency)) : null
  const to: StatusOf<'deposit'> = from === 'callback' ? 'inReview' : reason === null ? 'success' : 'failure'
  if (!canTransition('deposit', from, to)) throw new Error(`A deposit that is ${from} cannot become ${to}`)
  // A late step is recorded with the time at which it was due.
  const at = row.due ?? row.created
  const change =
    to === 'inReview'
      ? { reviewed: at, due: at + BigInt(operator.server.review.deposit) }
      : { finished: at, due: null, reason }

  await inTransaction(db, [userLock(owner)], async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('deposits')
      .set({ status: statusIndex('deposit', to), ...change })
      .where('id', '=', id)
      .where('status', '=', row.status)
      .executeTakeFirstOrThrow()
    if (numUpdatedRows === 0n) return
    if (to === 'success')
      await ledger.withTransaction(trx).post({
        mode,
        reason: 'deposit',
        key: `deposit:${id}`,
        entries: [{ from: 'deposits', to: { owner, kind: 'coin' }, currency, amount }],
      })
    if (to === 'failure') await releaseUploads(trx, owner, [picture])
    if (to !== 'inReview')
      await addMessage(
        trx,
        owner,
        to === 'success' ? 'depositCredited' : 'depositFailed',
        { id, amount: `${decimal(amount, currency)} ${currency}` },
        Number(at),
      )
  })
}

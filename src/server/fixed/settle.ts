import { elapsedDays } from '../../core/finance/days.ts'
import { SECONDS_PER_DAY } from '../../core/finance/interest.ts'
import { canTransition, statusIndex, statusAt } from '../../core/status.ts'
import type { ServerContext } from '../context.ts'
import { addMessage } from '../identity/messages.ts'
import { decimal } from '../ledger/index.ts'
import type { FixedRow } from './tables.ts'

/**
 * Settles every ended day and returns the amount after the last. `db` and `ledger` are those of one transaction. Returns the updated
 * row, or null if another worker has settled it.
 */
export async function settleEndedDays(
  { db, ledger, clock }: Pick<ServerContext, 'db' | 'ledger' | 'clock'>,
  row: FixedRow,
): Promise<FixedRow | null> {
  const { id, user_id, mode, currency, daily, hold, created } = row
  const days = Number(row.days)
  const [before, ended] = [Number(row.settled), elapsedDays(Number(created), days, clock.now())]
  if (row.due === null || ended <= before) return row
  const from = statusAt('fixed', row.status)
  const to = ended === days ? 'completed' : 'running'
  if (to !== from && !canTransition('fixed', from, to)) throw new Error(`A deposit that is ${from} cannot become ${to}`)
  const over = to === 'completed'
  const change = {
    settled: BigInt(ended),
    status: BigInt(statusIndex('fixed', to)),
    due: over ? null : created + BigInt((ended + 1) * SECONDS_PER_DAY),
    finished: over ? created + BigInt(days * SECONDS_PER_DAY) : null,
  }
  const { numUpdatedRows } = await db
    .updateTable('fixed_orders')
    .set(change)
    .where('id', '=', id)
    .where('status', '=', row.status)
    .where('settled', '=', row.settled)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) return null
  for (let day = before + 1; day <= ended; day++) {
    if (daily > 0n)
      await ledger.post({
        mode,
        reason: 'fixed',
        key: `fixed:${id}:${day}`,
        entries: [{ from: 'interest', to: { owner: user_id, kind: 'coin' }, currency, amount: daily }],
      })
    await db
      .insertInto('fixed_settlements')
      .values({
        order_id: id,
        day,
        user_id,
        mode,
        currency,
        amount: daily,
        time: created + BigInt(day * SECONDS_PER_DAY),
      })
      .execute()
  }
  if (over) {
    await ledger.voidHold(hold)
    const withCurrency = (units: bigint) => `${decimal(units, currency)} ${currency}`
    await addMessage(
      db,
      user_id,
      'fixedCompleted',
      { id, amount: withCurrency(row.amount), interest: withCurrency(daily * row.days) },
      Number(created) + days * SECONDS_PER_DAY,
    )
  }
  return { ...row, ...change }
}

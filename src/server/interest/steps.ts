import { SECONDS_PER_DAY } from '../../core/finance/interest.ts'
import { canTransition, statusIndex, statusAt, type StatusOf } from '../../core/status.ts'
import type { ServerContext } from '../context.ts'
import { addMessage } from '../identity/messages.ts'
import { decimal } from '../ledger/index.ts'
import { refusalReason } from './sandboxFailures.ts'
import type { InterestOrderRow } from './tables.ts'

type Change = Partial<
  Pick<
    InterestOrderRow,
    'status' | 'reason' | 'settled' | 'earned' | 'cost' | 'forfeited' | 'started' | 'finished' | 'due'
  >
>

const statusOf = (row: InterestOrderRow) => statusAt('interest', row.status)

function statusAfter(row: InterestOrderRow, to: StatusOf<'interest'>): bigint {
  const from = statusOf(row)
  if (!canTransition('interest', from, to)) throw new Error(`An order that is ${from} cannot become ${to}`)
  return BigInt(statusIndex('interest', to))
}

/** Updates an order if its status and settled days are unchanged since it was read; otherwise returns null. */
export async function updateIfUnchanged(
  { db }: Pick<ServerContext, 'db'>,
  row: InterestOrderRow,
  values: Change,
): Promise<InterestOrderRow | null> {
  const { numUpdatedRows } = await db
    .updateTable('interest_orders')
    .set(values)
    .where('id', '=', row.id)
    .where('status', '=', row.status)
    .where('settled', '=', row.settled)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 0n ? null : { ...row, ...values }
}

/** Cancels an order. */
export const cancel = (
  context: Pick<ServerContext, 'db'>,
  row: InterestOrderRow,
  at: bigint,
  values: Required<Pick<Change, 'reason'>> & Pick<Change, 'cost' | 'forfeited'>,
): Promise<InterestOrderRow | null> =>
  updateIfUnchanged(context, row, { status: statusAfter(row, 'cancelled'), finished: at, due: null, ...values })

/**
 * Applies the due step inside a transaction: the end of the review, or one day. A late step is recorded with its due time, from
 * which the next one is counted. Returns the updated order; null if another worker has applied the step.
 */
export async function applyNextStep(context: ServerContext, row: InterestOrderRow): Promise<InterestOrderRow | null> {
  const at = row.due ?? row.created
  return statusOf(row) === 'pendingReview' ? await review(context, row, at) : await settle(context, row, at)
}

async function review(context: ServerContext, row: InterestOrderRow, at: bigint): Promise<InterestOrderRow | null> {
  const reason = refusalReason(decimal(row.amount, row.currency))
  if (reason === null)
    return await updateIfUnchanged(context, row, {
      status: statusAfter(row, 'inCustody'),
      started: at,
      due: at + BigInt(SECONDS_PER_DAY),
    })
  const refused = await cancel(context, row, at, { reason })
  if (!refused) return null
  await context.ledger.voidHold(row.hold)
  await notifyUser(context, refused, 'interestRefused', at)
  return refused
}

/** Settles one day: one posting of interest; after the last day the hold is released. */
async function settle(context: ServerContext, row: InterestOrderRow, at: bigint): Promise<InterestOrderRow | null> {
  const { db, ledger } = context
  const { id, user_id: owner, mode, currency, daily } = row
  const day = row.settled + 1n
  const last = day === row.days
  const end = last
    ? { status: statusAfter(row, 'completed'), finished: at, due: null }
    : { due: at + BigInt(SECONDS_PER_DAY) }
  const settled = await updateIfUnchanged(context, row, { settled: day, earned: row.earned + daily, ...end })
  if (!settled) return null
  const entries = [{ from: 'interest', to: { owner, kind: 'coin' }, currency, amount: daily }] as const
  const posting =
    daily > 0n ? (await ledger.post({ mode, reason: 'interest', key: `interest:${id}:${day}`, entries })).id : null
  await db.insertInto('interest_days').values({ order_id: id, day, amount: daily, posting, paid: at }).execute()
  if (last) {
    await ledger.voidHold(row.hold)
    await notifyUser(context, settled, 'interestCompleted', at)
  }
  return settled
}

const notifyUser = (
  { db }: ServerContext,
  { id, user_id: owner, amount, earned, currency }: InterestOrderRow,
  template: string,
  at: bigint,
): Promise<void> =>
  addMessage(
    db,
    owner,
    template,
    { id, amount: `${decimal(amount, currency)} ${currency}`, interest: `${decimal(earned, currency)} ${currency}` },
    Number(at),
  )

import type { Kysely } from 'kysely'
import { asUnixSeconds } from '../../../../engine/language/values/time.ts'
import { statusIndex } from '../../../../product/domain/status.ts'
import type { Withdrawal, WithdrawalInfo } from '../../../../generated/entities.ts'
import type { ServerContext } from '../../../context.ts'
import { ownRow } from '../../../kit/ownRow.ts'
import type { Tables } from '../../../db.ts'
import { refuse } from '../../../kit/errors.ts'
import { decimal, type Mode } from '../../../kit/ledger/index.ts'
import { newId } from '../../../kit/ledger/id.ts'
import { isOverdue } from '../../wealth/loans/terms.ts'
import { notify } from '../../identity/notices.ts'
import { displayNumber, hasPayee } from '../payees/payees.ts'
import { whitelistOf } from '../payees/whitelist.ts'
import { payeeHolds } from '../../identity/security/holds.ts'
import { checkConfirmed, type Confirmed } from '../receipts/confirmed.ts'
import { writeReceipt } from '../receipts/write.ts'
import { checkCertified } from '../../identity/verification/certified.ts'
import { checkRealAccountActive } from '../wallet/accountChecks.ts'
import { isLeveraged, refusalOf } from '../wallet/transfers.ts'
import { withdrawalLimits } from './limits.ts'
import { quoteOf, withdrawalMethods, type WithdrawalQuoteInput } from './options.ts'
import type { WithdrawalRow } from './tables.ts'
import { turnoverOf } from './turnover.ts'

const FIRST_END = BigInt(statusIndex('withdrawal', 'success'))

/** Converts a stored withdrawal to its entity; `net` is the amount minus the fee. */
export function withdrawalEntity(row: WithdrawalRow): Withdrawal {
  const { id, mode, kind, number, network, currency, amount, fee, reason } = row
  return {
    id,
    mode,
    kind,
    number,
    network,
    currency,
    amount: decimal(amount, currency),
    fee: decimal(fee, currency),
    net: decimal(amount - fee, currency),
    status: Number(row.status),
    reason,
    heldUntil: row.held_until === null ? null : asUnixSeconds(row.held_until),
    heldBy: row.held_by,
    time: asUnixSeconds(row.created),
    reviewed: row.reviewed === null ? null : asUnixSeconds(row.reviewed),
    finished: row.finished === null ? null : asUnixSeconds(row.finished),
  }
}

/** Fields common to all receipts of a withdrawal. */
export const receiptOf = ({ id, user_id: userId, mode, currency }: WithdrawalRow) =>
  ({ userId, mode, kind: 'withdrawal', record: id, currency }) as const

/** Returns one withdrawal of this user. Throws `dataNotFound` if it does not exist or belongs to another user. */
export const withdrawalOf = (db: Kysely<Tables>, userId: string, id: string): Promise<WithdrawalRow> =>
  ownRow(db, 'withdrawals', userId, id)

/** Whether the user has a withdrawal in review, optionally of one mode or payee. */
export async function isPending(
  db: Kysely<Tables>,
  userId: string,
  of: { mode?: Mode; payee?: string },
): Promise<boolean> {
  let query = db.selectFrom('withdrawals').select('id').where('user_id', '=', userId).where('status', '<', FIRST_END)
  if (of.mode !== undefined) query = query.where('mode', '=', of.mode)
  if (of.payee !== undefined) query = query.where('payee_id', '=', of.payee)
  return (await query.limit(1).executeTakeFirst()) !== undefined
}

/** Withdrawal methods, required turnover, and the reasons why the user cannot withdraw. */
export async function withdrawalInfo(context: ServerContext, userId: string, mode: Mode): Promise<WithdrawalInfo> {
  const { db } = context
  const turnover = await turnoverOf(context, userId, mode)
  const { frozen } = await db.selectFrom('users').select('frozen').where('id', '=', userId).executeTakeFirstOrThrow()
  const reasons: WithdrawalInfo['reasons'] = []
  if (mode === 'demo') reasons.push('demoForbids')
  if (frozen === 1n) reasons.push('accountFrozen')
  if (await isPending(db, userId, { mode })) reasons.push('withdrawalPending')
  if (await isLeveraged(db, userId, mode)) reasons.push('openPositionsForbid')
  if (mode === 'real' && (await isOverdue(context, userId))) reasons.push('loanOverdue')
  if (turnover.percent < 100) reasons.push('insufficientTurnover')
  const ways = await withdrawalMethods(context, userId, mode)
  const limits = await withdrawalLimits(context, userId)
  return { ways, turnover, reasons, limits, whitelist: (await whitelistOf(context, userId)).on }
}

export interface WithdrawalInput extends WithdrawalQuoteInput {
  mode: Mode
  fee?: Confirmed
  net?: Confirmed
}

/**
 * Requests a withdrawal and holds its amount, in the transaction of a money call. To a payee that was never paid its first review ends
 * no earlier than the hold of the account.
 */
export async function addWithdrawal(
  context: ServerContext,
  userId: string,
  { mode, payee: payeeId, currency, ...given }: WithdrawalInput,
): Promise<WithdrawalRow> {
  const { db, ledger, clock, operator } = context
  await checkRealAccountActive(db, userId, mode)
  await checkCertified(db, userId)
  if (!(await hasPayee(db, userId))) throw refuse('noWithdrawalAddress')
  const [reason] = (await withdrawalInfo(context, userId, mode)).reasons
  if (reason) throw refuse(reason)
  const { payee, amount, fee } = await quoteOf(context, userId, { payee: payeeId, currency, amount: given.amount })
  checkConfirmed(currency, [given.fee, fee], [given.net, amount - fee])

  const id = newId(clock.nowMs())
  const hold = await ledger
    .hold({ mode, owner: userId, kind: 'coin', currency, amount, reason: 'withdrawal', key: `withdrawal:${id}` })
    .catch(async (error: unknown) => {
      // Distinguishes coins on hold from missing coins.
      const { posted } = await ledger.balance(userId, mode, 'coin', currency)
      throw amount > posted ? refuse('withdrawalExceedsHoldings') : refusalOf(error)
    })
  const now = clock.now()
  const held = (await payeeHolds(context, userId, [payee])).holds.get(payee.id)
  const reviewed = BigInt(now + operator.server.review.withdrawal)
  const row = {
    id,
    user_id: userId,
    mode,
    payee_id: payee.id,
    kind: payee.kind,
    number: displayNumber(payee),
    network: payee.network,
    currency,
    amount,
    fee,
    hold: hold.id,
    status: BigInt(statusIndex('withdrawal', 'firstReview')),
    reason: null,
    held_until: held?.until ?? null,
    held_by: held?.cause ?? null,
    created: BigInt(now),
    reviewed: null,
    finished: null,
    due: held && held.until > reviewed ? held.until : reviewed,
  }
  await db.insertInto('withdrawals').values(row).execute()
  await writeReceipt(context, { ...receiptOf(row), action: 'placed', rule: 'quote' })
  await notify(context, userId, 'withdrawalRequested', {
    id,
    amount: `${decimal(amount, currency)} ${currency}`,
    to: row.number,
  })
  return row
}

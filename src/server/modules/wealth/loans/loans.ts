import type { Kysely } from 'kysely'
import type { UnixSeconds } from '../../../../engine/language/values/units.ts'
import { asUnixSeconds } from '../../../../engine/language/values/time.ts'
import { endOfTerm } from '../../../../product/finance/days.ts'
import { statusIndex } from '../../../../product/domain/status.ts'
import type { Loan, LoanStatistics } from '../../../../generated/entities.ts'
import { recordAgreement } from '../../identity/agreements/agreements.ts'
import type { ServerContext } from '../../../context.ts'
import { ownRow } from '../../../kit/ownRow.ts'
import type { Tables } from '../../../db.ts'
import { refuse } from '../../../kit/errors.ts'
import { decimal, minor, type Mode } from '../../../kit/ledger/index.ts'
import { newId } from '../../../kit/ledger/id.ts'
import { checkConfirmed, checkConfirmedDue, type Confirmed } from '../../money/receipts/confirmed.ts'
import { writeReceipt } from '../../money/receipts/write.ts'
import { checkTerms, termsName } from '../../operators/settings/termsName.ts'
import { checkCertified } from '../../identity/verification/certified.ts'
import { checkRealAccountActive } from '../../money/wallet/accountChecks.ts'
import { costRounding, receiptOf } from './receipt.ts'
import type { LoanRow } from './tables.ts'
import { dueAfterReview, loanTerms, priceOf, termsOf, type LoanQuoteInput } from './terms.ts'

const OVERDUE = BigInt(statusIndex('loan', 'overdue'))

const seconds = (time: bigint | null): UnixSeconds | null => (time === null ? null : asUnixSeconds(time))

/** Converts a stored loan to its entity. `paid`, `ends` and `next` are null before the payout. */
export function loanEntity(row: LoanRow): Loan {
  const { id, currency, rate, overdue_rate: overdueRate, reason, paid } = row
  const money = (units: bigint) => decimal(units, currency)
  const days = Number(row.days)
  return {
    id,
    currency,
    amount: money(row.amount),
    fee: money(row.fee),
    net: money(row.amount - row.fee),
    days,
    rate,
    overdueRate,
    leastRepayment: money(row.least),
    principal: money(row.principal),
    interest: money(row.interest),
    owed: money(row.principal + row.interest),
    charged: money(row.charged),
    late: money(row.late),
    repaid: money(row.repaid),
    charges: Number(row.charges),
    status: Number(row.status),
    reason,
    time: asUnixSeconds(row.created),
    paid: seconds(paid),
    ends: paid === null ? null : endOfTerm(asUnixSeconds(paid), days),
    next: paid === null ? null : seconds(row.due),
    finished: seconds(row.finished),
  }
}

/** Returns one loan of this user. Throws `dataNotFound` if it does not exist or belongs to another user. */
export const loanOf = (db: Kysely<Tables>, userId: string, id: string): Promise<LoanRow> =>
  ownRow(db, 'loans', userId, id)

export interface LoanApplicationInput extends LoanQuoteInput {
  mode: Mode
  fee?: Confirmed
  net?: Confirmed
  interest?: Confirmed
  due?: UnixSeconds | null
  terms?: string | null
}

/** Applies for a loan, in the transaction of a money call. */
export async function applyForLoan(
  context: ServerContext,
  userId: string,
  { mode, fee, net, interest, due: confirmedDue, terms, ...request }: LoanApplicationInput,
): Promise<LoanRow> {
  const { db, clock, operator, content } = context
  const { loans, review } = operator.server
  await checkRealAccountActive(db, userId, mode)
  await checkCertified(db, userId)
  const [reason] = (await termsOf(context, userId, mode)).reasons
  if (reason) throw refuse(reason)
  const { currency, days, ...priced } = priceOf(context, request)
  const named = loanTerms(loans, content.agreements)
  checkTerms(terms, named)
  checkConfirmed(currency, [fee, priced.fee], [net, priced.amount - priced.fee], [interest, priced.interest])
  const now = clock.now()
  const due = dueAfterReview(operator.server, now, days)
  checkConfirmedDue(confirmedDue, due)
  const row = {
    id: newId(clock.nowMs()),
    user_id: userId,
    currency,
    amount: priced.amount,
    fee: priced.fee,
    days: BigInt(days),
    rate: loans.rate,
    overdue_rate: loans.overdueRate,
    least: minor(loans.leastRepayment, currency),
    principal: 0n,
    interest: 0n,
    charges: 0n,
    charged: 0n,
    late: 0n,
    repaid: 0n,
    status: BigInt(statusIndex('loan', 'inReview')),
    reason: null,
    created: BigInt(now),
    paid: null,
    finished: null,
    due: BigInt(now + review.loan),
  }
  await db.insertInto('loans').values(row).execute()
  await recordAgreement(context, userId, 'loanTerms', named.agreement)
  const cost = { of: decimal(row.amount, currency), percent: loans.fee, cost: row.fee }
  await writeReceipt(context, {
    ...receiptOf(row),
    action: 'placed',
    rule: 'quote',
    terms: termsName(named),
    roundings: [costRounding('fee', row, cost)],
    due,
  })
  return row
}

/** Returns the totals of a user's paid-out loans in the operator's loan currency. */
export async function statisticsOf(
  { db, operator }: Pick<ServerContext, 'db' | 'operator'>,
  userId: string,
): Promise<LoanStatistics> {
  const { currency } = operator.server.loans
  const sums = await db
    .selectFrom('loans')
    .select(({ fn }) => [
      'status',
      fn.countAll<bigint>().as('loans'),
      fn.sum<bigint>('amount').as('amount'),
      fn.sum<bigint>('repaid').as('repaid'),
      fn.sum<bigint>('charged').as('charged'),
      fn.sum<bigint>('principal').as('principal'),
      fn.sum<bigint>('interest').as('interest'),
    ])
    .where('user_id', '=', userId)
    .where('currency', '=', currency)
    .where('paid', 'is not', null)
    .groupBy('status')
    .execute()
  type Sum = (typeof sums)[number]
  const total = (of: (sum: Sum) => bigint) =>
    decimal(
      sums.reduce((all, sum) => all + of(sum), 0n),
      currency,
    )
  const owed = ({ principal, interest }: Sum) => principal + interest
  return {
    currency,
    borrowed: total(({ amount }) => amount),
    repaid: total(({ repaid }) => repaid),
    outstanding: total(owed),
    interest: total(({ charged }) => charged),
    overdue: total((sum) => (sum.status === OVERDUE ? owed(sum) : 0n)),
    loans: sums.reduce((all, { loans }) => all + Number(loans), 0),
  }
}

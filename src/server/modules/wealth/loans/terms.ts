import type { Kysely } from 'kysely'
import { addSeconds, asUnixSeconds } from '../../../../engine/language/values/time.ts'
import type { Money, UnixSeconds } from '../../../../engine/language/values/units.ts'
import { compare, mul } from '../../../../engine/language/values/decimal.ts'
import { endOfTerm } from '../../../../product/finance/days.ts'
import { interestOfDays, rateOfDays } from '../../../../product/finance/interest.ts'
import { interestOfDay, percentRoundedUp, yearlyCost } from '../../../../product/finance/loan.ts'
import { statusIndex } from '../../../../product/domain/status.ts'
import type { LoanQuote, LoanTerms } from '../../../../generated/entities.ts'
import type { OperatorServer } from '../../../../generated/operator.ts'
import type { Agreements } from '../../content/content.ts'
import type { ServerContext } from '../../../context.ts'
import type { Tables } from '../../../db.ts'
import { refuse } from '../../../kit/errors.ts'
import { worthOf } from '../../money/exchange/rates.ts'
import {
  decimal,
  minor,
  scaleOf,
  tradedPlacesOf,
  tradedUnit,
  type Mode,
  UNIT_OF_ACCOUNT,
} from '../../../kit/ledger/index.ts'
import { pricesNow } from '../../trading/market/valuation.ts'
import { prepared } from '../../../kit/storage/preparedQuery.ts'
import { termsName } from '../../operators/settings/termsName.ts'
import { tradedAmountOf } from '../../money/wallet/transfers.ts'

const FIRST_END = BigInt(statusIndex('loan', 'repaid'))
const RUNNING = BigInt(statusIndex('loan', 'running'))

/** Whether the user has an open loan; only one is allowed. */
async function hasLoan(db: Kysely<Tables>, userId: string): Promise<boolean> {
  return (
    (await db
      .selectFrom('loans')
      .select('id')
      .where('user_id', '=', userId)
      .where('status', '<', FIRST_END)
      .limit(1)
      .executeTakeFirst()) !== undefined
  )
}

/** Those of the users who have an overdue loan. Decided by the clock, since the status follows a moment later. */
export async function overdueAmong(
  { db, clock }: Pick<ServerContext, 'db' | 'clock'>,
  userIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (userIds.length === 0) return new Set()
  const rows = await db
    .selectFrom('loans')
    .select(['user_id', 'paid', 'days'])
    .where('user_id', 'in', userIds)
    .where('status', '>=', RUNNING)
    .where('status', '<', FIRST_END)
    .execute()
  const now = clock.now()
  const overdue = rows.filter(({ paid, days }) => paid !== null && now >= endOfTerm(asUnixSeconds(paid), Number(days)))
  return new Set(overdue.map(({ user_id }) => user_id))
}

export const isOverdue = async (context: Pick<ServerContext, 'db' | 'clock'>, userId: string): Promise<boolean> =>
  (await overdueAmong(context, [userId])).has(userId)

const sumDebts = prepared((db: Kysely<Tables>, { userId }: { userId: string }) =>
  db
    .selectFrom('loans')
    .select(({ fn }) => [
      'currency',
      fn.sum<bigint>('principal').as('principal'),
      fn.sum<bigint>('interest').as('interest'),
    ])
    .where('user_id', '=', userId)
    .where('status', '<', FIRST_END)
    .groupBy('currency'),
)

/** Debt of a user on all loans, valued in the unit of account and rounded up to cents, in minor units. */
export async function debtOf(context: Pick<ServerContext, 'db' | 'clock' | 'market'>, userId: string): Promise<bigint> {
  const { rows: sums } = await sumDebts(context.db, { userId })
  const prices = pricesNow(context)
  const owed = sums.map(({ currency, principal, interest }) =>
    mul(
      decimal(principal + interest, currency),
      worthOf(prices, currency, UNIT_OF_ACCOUNT) ?? '0',
      tradedPlacesOf(UNIT_OF_ACCOUNT),
      'up',
    ),
  )
  return owed.reduce((all, money) => all + minor(money, UNIT_OF_ACCOUNT), 0n)
}

/** Terms of a loan, and the reasons why the user cannot apply. */
export async function termsOf(
  { db, operator }: Pick<ServerContext, 'db' | 'operator'>,
  userId: string,
  mode: Mode,
): Promise<LoanTerms> {
  const { frozen } = await db.selectFrom('users').select('frozen').where('id', '=', userId).executeTakeFirstOrThrow()
  const reasons: LoanTerms['reasons'] = []
  if (mode === 'demo') reasons.push('demoForbids')
  if (frozen === 1n) reasons.push('accountFrozen')
  if (await hasLoan(db, userId)) reasons.push('alreadyApplied')
  const { loans } = operator.server
  const terms = loans.terms.map((days) => ({
    days,
    rate: rateOfDays(loans.rate, days),
    yearly: yearlyCost({ days, ...loans }),
  }))
  return { ...loans, terms, step: decimal(tradedUnit(loans.currency), loans.currency), reasons }
}

/** Terms of a loan: the values that it stores of the settings, and the version of its document. */
export const loanTerms = (
  { currency, rate, fee, overdueRate, leastRepayment }: OperatorServer['loans'],
  { loanTerms: agreement }: Agreements,
) => ({
  currency,
  rate,
  fee,
  overdueRate,
  leastRepayment,
  agreement,
})

export interface LoanQuoteInput {
  currency: string
  amount: Money
  days: number
}

export interface PricedLoan {
  currency: string
  days: number
  /** Minor units, like the rest. */
  amount: bigint
  fee: bigint
  daily: bigint
  interest: bigint
}

/** Prices a loan by the current terms. Throws a refusal outside of them. */
export function priceOf(
  { operator }: Pick<ServerContext, 'operator'>,
  { currency, days, ...given }: LoanQuoteInput,
): PricedLoan {
  const { loans } = operator.server
  if (currency !== loans.currency) throw refuse('wrongCurrencyType')
  if (!loans.terms.includes(days)) throw refuse('productNotFound')
  const amount = tradedAmountOf(given.amount, currency)
  const places = scaleOf(currency)
  if (amount <= 0n) throw refuse('amountError')
  if (compare(given.amount, loans.minimum) < 0) throw refuse('amountBelowMinimum', { amount: loans.minimum, currency })
  if (compare(given.amount, loans.maximum) > 0) throw refuse('amountAboveMaximum', { amount: loans.maximum, currency })
  const daily = interestOfDay(1, { days, ...loans }, given.amount, places).amount
  return {
    currency,
    days,
    amount,
    fee: minor(percentRoundedUp(given.amount, loans.fee, places), currency),
    daily: minor(daily, currency),
    interest: minor(interestOfDays(daily, days, places), currency),
  }
}

/** End of the term of a loan whose review takes its usual time. */
export const dueAfterReview = (
  { review }: Pick<OperatorServer, 'review'>,
  now: UnixSeconds,
  days: number,
): UnixSeconds => endOfTerm(addSeconds(now, review.loan), days)

/** Converts a priced loan to its quote; `total` is the amount plus the interest of the whole term. */
export function quoteEntity(
  mode: Mode,
  { loans, review }: Pick<OperatorServer, 'loans' | 'review'>,
  now: UnixSeconds,
  agreements: Agreements,
  { currency, days, amount, fee, daily, interest }: PricedLoan,
): Omit<LoanQuote, 'lasts'> {
  return {
    mode,
    currency,
    amount: decimal(amount, currency),
    days,
    fee: decimal(fee, currency),
    net: decimal(amount - fee, currency),
    rate: loans.rate,
    daily: decimal(daily, currency),
    interest: decimal(interest, currency),
    total: decimal(amount + interest, currency),
    yearly: yearlyCost({ days, ...loans }),
    overdueRate: loans.overdueRate,
    due: dueAfterReview({ review }, now, days),
    terms: termsName(loanTerms(loans, agreements)),
    agreement: agreements.loanTerms,
  }
}

import type { Kysely } from 'kysely'
import { endOfTerm } from '../../../../product/finance/days.ts'
import type { Money, UnixSeconds } from '../../../../engine/language/values/units.ts'
import { compare } from '../../../../engine/language/values/decimal.ts'
import { dailyInterest, interestOfDays, rateOfDays } from '../../../../product/finance/interest.ts'
import { statusIndex } from '../../../../product/domain/status.ts'
import type { FixedProduct, FixedQuote } from '../../../../generated/entities.ts'
import type { OperatorConfig } from '../../../config.ts'
import type { Agreements } from '../../content/content.ts'
import type { ServerContext } from '../../../context.ts'
import type { Tables } from '../../../db.ts'
import { refuse } from '../../../kit/errors.ts'
import { decimal, minor, scaleOf, tradedUnit, type Mode } from '../../../kit/ledger/index.ts'
import { termsName } from '../../operators/settings/termsName.ts'
import { tradedAmountOf } from '../../money/wallet/transfers.ts'

export type Product = OperatorConfig['server']['fixedDeposits'][number]

export const RUNNING = BigInt(statusIndex('fixed', 'running'))

interface Participation {
  joined: number
  member: boolean
  /** Running amount of the user, minor units. */
  amount: bigint
}

/** Number of users with a running deposit in a product, and this user's running amount. Deposits in an earlier currency of it do not count. */
async function participationIn(
  db: Kysely<Tables>,
  { id, currency }: Product,
  userId: string,
  mode: Mode,
): Promise<Participation> {
  const running = db
    .selectFrom('fixed_orders')
    .where('product', '=', id)
    .where('currency', '=', currency)
    .where('mode', '=', mode)
    .where('status', '=', RUNNING)
  const { joined } = await running
    .select(({ fn }) => fn.count<bigint>('user_id').distinct().as('joined'))
    .executeTakeFirstOrThrow()
  const own = await running
    .where('user_id', '=', userId)
    .select(({ fn }) => fn.sum<bigint | null>('amount').as('held'))
    .executeTakeFirstOrThrow()
  return { joined: Number(joined), member: own.held !== null, amount: own.held ?? 0n }
}

/**
 * Returns the operator's fixed-deposit products with their number of participants, and with the user's running amount and available
 * balance.
 */
export async function productsOf(
  { db, ledger, operator }: Pick<ServerContext, 'db' | 'ledger' | 'operator'>,
  userId: string,
  mode: Mode,
): Promise<FixedProduct[]> {
  const products: FixedProduct[] = []
  for (const product of operator.server.fixedDeposits) {
    const { id, currency, minimum, single, maximum, days, breakFee, participants } = product
    const { joined, member, amount: runningAmount } = await participationIn(db, product, userId, mode)
    const { available } = await ledger.balance(userId, mode, 'coin', currency)
    products.push({
      id,
      currency,
      minimum,
      single,
      maximum,
      step: decimal(tradedUnit(currency), currency),
      yield: product.yield,
      termYield: rateOfDays(product.yield, days),
      days,
      breakFee,
      participants,
      joined,
      member,
      held: decimal(runningAmount, currency),
      available: decimal(available, currency),
    })
  }
  return products
}

export interface FixedQuoteInput {
  product: string
  currency: string
  amount: Money
}

/** Terms of a deposit: the values that it stores of its product, and the version of its document. */
export const orderTerms = (
  { currency, yield: daily, days, breakFee }: Product,
  { fixedTerms: agreement }: Agreements,
) => ({
  currency,
  yield: daily,
  days,
  breakFee,
  agreement,
})

export interface PricedDeposit {
  product: Product
  /** Minor units, like the rest. */
  amount: bigint
  daily: bigint
  interest: bigint
}

/** Interest of an amount by the current terms. Throws a refusal for an amount outside the limits and for a product without free capacity. */
export async function priceOf(
  { db, operator }: Pick<ServerContext, 'db' | 'operator'>,
  userId: string,
  mode: Mode,
  { product: id, currency, ...given }: FixedQuoteInput,
): Promise<PricedDeposit> {
  const product = operator.server.fixedDeposits.find((fixedDeposit) => fixedDeposit.id === id)
  if (!product) throw refuse('productNotFound')
  if (product.currency !== currency) throw refuse('wrongCurrencyType')
  const amount = tradedAmountOf(given.amount, currency)
  if (amount <= 0n) throw refuse('amountError')
  if (compare(given.amount, product.minimum) < 0) throw refuse('minimumDeposit', { amount: product.minimum, currency })
  if (compare(given.amount, product.single) > 0) throw refuse('orderAboveMaximum', { amount: product.single, currency })
  const { joined, member, amount: runningAmount } = await participationIn(db, product, userId, mode)
  if (!member && joined >= product.participants) throw refuse('participantsFull')
  const remaining = minor(product.maximum, currency) - runningAmount
  if (amount > remaining)
    throw refuse('amountAboveMaximum', { amount: decimal(remaining > 0n ? remaining : 0n, currency), currency })
  const places = scaleOf(currency)
  const daily = dailyInterest(given.amount, product.yield, places)
  return {
    product,
    amount,
    daily: minor(daily, currency),
    interest: minor(interestOfDays(daily, product.days, places), currency),
  }
}

/** Converts a priced deposit to its quote; `ends` assumes a start at `now`. */
export function quoteEntity(
  mode: Mode,
  now: UnixSeconds,
  agreements: Agreements,
  { product, amount, daily, interest }: PricedDeposit,
): Omit<FixedQuote, 'lasts'> {
  const { id, currency, days, breakFee } = product
  return {
    mode,
    product: id,
    currency,
    amount: decimal(amount, currency),
    yield: product.yield,
    termYield: rateOfDays(product.yield, days),
    days,
    daily: decimal(daily, currency),
    interest: decimal(interest, currency),
    back: decimal(amount + interest, currency),
    breakFee,
    ends: endOfTerm(now, days),
    terms: termsName(orderTerms(product, agreements)),
    agreement: agreements.fixedTerms,
  }
}

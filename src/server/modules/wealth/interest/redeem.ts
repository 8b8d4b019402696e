import { redemption } from '../../../../product/finance/interest.ts'
import { statusAt } from '../../../../product/domain/status.ts'
import type { InterestRedemption } from '../../../../generated/entities.ts'
import type { ServerContext } from '../../../context.ts'
import { refuse } from '../../../kit/errors.ts'
import { decimal, minor, scaleOf, type Mode } from '../../../kit/ledger/index.ts'
import { checkConfirmed, type Confirmed } from '../../money/receipts/confirmed.ts'
import { writeReceipt } from '../../money/receipts/write.ts'
import { checkAccountActive } from '../../money/wallet/accountChecks.ts'
import { refuseLedgerErrorAs } from '../../money/wallet/ledgerErrors.ts'
import { orders } from './job.ts'
import { orderOf } from './orders.ts'
import { costRounding, receiptOf } from './receipt.ts'
import type { InterestOrderRow } from './tables.ts'

/** Minor units. */
interface RedemptionTerms {
  cost: bigint
  forfeited: bigint
  back: bigint
}

/** The cost of ending an order now. During the review there is none: no day has begun. */
function termsOf(row: InterestOrderRow): RedemptionTerms {
  const { currency, amount, earned, early_cost: cost, early_interest: interest } = row
  const status = statusAt('interest', row.status)
  if (status === 'pendingReview') return { cost: 0n, forfeited: 0n, back: amount }
  if (status !== 'inCustody') throw refuse('orderStatusError')
  if (cost === null || interest === null) throw refuse('orderCannotBeCancelled')
  const terms = redemption(decimal(amount, currency), decimal(earned, currency), { cost, interest }, scaleOf(currency))
  return {
    cost: minor(terms.cost, currency),
    forfeited: minor(terms.forfeited, currency),
    back: minor(terms.back, currency),
  }
}

/** Returns the quote for ending an order early. Throws a refusal if the order cannot be ended. */
export function redemptionEntity(row: InterestOrderRow): Omit<InterestRedemption, 'lasts'> {
  const { id, mode, currency, amount, earned } = row
  const { cost, forfeited, back } = termsOf(row)
  const money = (units: bigint) => decimal(units, currency)
  return {
    id,
    mode,
    currency,
    amount: money(amount),
    earned: money(earned),
    cost: money(cost),
    forfeited: money(forfeited),
    back: money(back),
  }
}

export interface RedemptionInput {
  mode: Mode
  id: string
  currency: string
  cost?: Confirmed
  forfeited?: Confirmed
  back?: Confirmed
}

/** Redeems an order early, in the transaction of a money call. */
export async function redeem(
  context: ServerContext,
  userId: string,
  { mode, id, currency, ...given }: RedemptionInput,
): Promise<InterestOrderRow> {
  const { db, ledger, clock } = context
  await checkAccountActive(db, userId, mode)
  const existing = await orderOf(db, userId, id)
  if (existing.mode !== mode || existing.currency !== currency) throw refuse('dataNotFound')
  // A redemption in the second a day ends does not lose that day's interest.
  const row = await orders.advance(context, existing)
  if (!row) throw refuse('orderStatusError')
  const { cost, forfeited, back } = termsOf(row)
  checkConfirmed(currency, [given.cost, cost], [given.forfeited, forfeited], [given.back, back])

  const reason = statusAt('interest', row.status) === 'pendingReview' ? 'withdrawn' : 'redeemed'
  const ended = await orders.transition(context, row, BigInt(clock.now()), {
    to: 'cancelled',
    values: { reason, cost, forfeited },
  })
  if (!ended) throw refuse('orderStatusError')
  const taken = (
    [
      { to: 'fees', amount: cost },
      { to: 'interest', amount: forfeited },
    ] as const
  ).filter((item) => item.amount > 0n)
  await (taken.length > 0 ? ledger.commitHold(row.hold, taken) : ledger.voidHold(row.hold)).catch(
    refuseLedgerErrorAs('deductionFailed'),
  )
  await writeReceipt(context, {
    ...receiptOf(row),
    action: reason === 'redeemed' ? 'redeemed' : 'cancelled',
    rule: 'owner',
    roundings: reason === 'redeemed' ? [costRounding(row, row.early_cost, cost)] : [],
  })
  return ended
}

import { asPercent, percentOf } from '../../../../engine/language/values/decimal.ts'
import type { Percent } from '../../../../engine/language/values/units.ts'
import { decimal } from '../../../kit/ledger/index.ts'
import { roundingOf, type Rounding } from '../../money/receipts/write.ts'
import type { InterestOrderRow } from './tables.ts'

/** Fields common to all receipts of an order. */
export const receiptOf = ({ id, user_id: userId, mode, currency }: InterestOrderRow) =>
  ({ userId, mode, kind: 'interestOrder', record: id, currency }) as const

/** The interest of a day before and after rounding. */
export const dailyRounding = ({
  currency,
  amount,
  rate,
  daily,
}: Pick<InterestOrderRow, 'currency' | 'amount' | 'rate' | 'daily'>): Rounding =>
  roundingOf('daily', currency, 'down', percentOf(decimal(amount, currency), rate), decimal(daily, currency))

/** The cost of an early redemption before and after rounding. */
export const costRounding = (
  { currency, amount }: Pick<InterestOrderRow, 'currency' | 'amount'>,
  percent: Percent | null,
  cost: bigint,
): Rounding =>
  roundingOf(
    'cost',
    currency,
    'up',
    percentOf(decimal(amount, currency), percent ?? asPercent('0')),
    decimal(cost, currency),
  )

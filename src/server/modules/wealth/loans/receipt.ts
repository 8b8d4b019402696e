import { percentOf } from '../../../../engine/language/values/decimal.ts'
import type { Money, Percent } from '../../../../engine/language/values/units.ts'
import { decimal } from '../../../kit/ledger/index.ts'
import { roundingOf, type Figure, type Rounding } from '../../money/receipts/write.ts'
import type { LoanRow } from './tables.ts'

/** Fields common to all receipts of a loan. */
export const receiptOf = ({ id, user_id: userId, currency }: LoanRow) =>
  ({ userId, mode: 'real', kind: 'loan', record: id, currency }) as const

/** A cost of a loan before and after rounding. */
export const costRounding = (
  figure: Figure,
  { currency }: Pick<LoanRow, 'currency'>,
  { of, percent, cost }: { of: Money; percent: Percent; cost: bigint },
): Rounding => roundingOf(figure, currency, 'up', percentOf(of, percent), decimal(cost, currency))

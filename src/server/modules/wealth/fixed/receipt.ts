import { percentOf } from '../../../../engine/language/values/decimal.ts'
import { decimal } from '../../../kit/ledger/index.ts'
import { roundingOf, type Rounding } from '../../money/receipts/write.ts'
import type { FixedRow } from './tables.ts'

/** Fields common to all receipts of a fixed deposit. */
export const receiptOf = ({ id, user_id: userId, mode, currency }: FixedRow) =>
  ({ userId, mode, kind: 'fixedOrder', record: id, currency }) as const

/** The interest of a day before and after rounding. */
export const dailyRounding = ({ currency, amount, yield: rate, daily }: FixedRow): Rounding =>
  roundingOf('daily', currency, 'down', percentOf(decimal(amount, currency), rate), decimal(daily, currency))

import { add, asDecimal, asPrice, compare, mul, sub } from '../../engine/language/values/decimal.ts'
import type { Percent, Price } from '../../engine/language/values/units.ts'
import type { PositionSide } from './leverage.ts'

/** Limits of the rate of a trailing order, in per cent; at most two digits after the point. */
export const TRAILING_RATES = { minimum: '0.1', maximum: '20', places: 2 } as const

/** Whether an order is executed by a rising price: at its trigger or above. A closing price at the trigger executes it at once: null. */
export function risesTo(trigger: Price, closing: Price): boolean | null {
  const away = compare(trigger, closing)
  return away === 0 ? null : away > 0
}

/** The trigger of a trailing order: the best price less its rate for a long position, plus it for a short one; rounded away from the best price. */
export function trailingTrigger(side: PositionSide, best: Price, rate: Percent, precision: number): Price {
  const share = mul(rate, '0.01', TRAILING_RATES.places + 2, 'down')
  const factor = side === 'long' ? sub(asDecimal('1'), asDecimal(share)) : add(asDecimal('1'), asDecimal(share))
  return asPrice(mul(best, factor, precision, side === 'long' ? 'down' : 'up'))
}

/** The least price that is better than another for a position: one unit of its last digit. */
export function nextBetter(side: PositionSide, best: Price, precision: number): Price {
  const unit = asPrice(precision === 0 ? '1' : `0.${'0'.repeat(precision - 1)}1`)
  return side === 'long' ? add(best, unit) : sub(best, unit)
}

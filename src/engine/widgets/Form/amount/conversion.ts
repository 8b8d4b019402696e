import {
  asDecimal,
  div,
  isDecimal,
  MAX_SCALE,
  mul,
  round,
  sign,
  type Rounding,
} from '../../../language/values/decimal.ts'

/** How an amount is converted into another unit: a quantity into the money it costs. Decimals as text. */
export interface Conversion {
  /** Of one unit of the amount, in the other unit; above 0. */
  price: string
  /** The amount is a whole multiple of it. */
  step: string
  /** Decimals of the other unit. */
  decimals: number
  /** Of the other amount: up for what is paid, down for what is received. */
  rounding: Extract<Rounding, 'up' | 'down'>
}

/** Returns the amount that a total pays for, cut to the step so that it never costs more than the total; "" without a total. */
export function amountOf(total: string, { price, step }: Conversion): string {
  return isDecimal(total) ? wholeSteps(div(asDecimal(total), asDecimal(price), MAX_SCALE, 'down'), step) : ''
}

/** Returns the amount cut to a whole multiple of the step. */
export function wholeSteps(amount: string, step: string): string {
  return mul(div(asDecimal(amount), asDecimal(step), 0, 'down'), asDecimal(step))
}

/** Returns what an amount is in the other unit; "" without an amount. */
export function totalOf(amount: string, { price, decimals, rounding }: Conversion): string {
  return isDecimal(amount) ? round(mul(asDecimal(amount), asDecimal(price)), decimals, rounding) : ''
}

/** The conversion that a screen describes, null while one of its values is missing or not above 0. */
export function conversionOf(
  price: unknown,
  step: unknown,
  decimals: number,
  rounding: Conversion['rounding'],
): Conversion | null {
  return isDecimal(price) && isDecimal(step) && sign(price) > 0 && sign(step) > 0
    ? { price, step, decimals, rounding }
    : null
}

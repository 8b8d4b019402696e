import { asDecimal, div, isDecimal, MAX_SCALE, mul, sign } from '../../../language/values/decimal.ts'
import { wholeSteps } from './conversion.ts'

/** A control for shares of a maximum. */
export interface Shares {
  label: string
  /** In the unit of the field; "" for none. */
  amount: string
  /** "0" while it is unknown. */
  maximum: string
  step: string
  /** The share that the amount was set to, in per cent; null: it was not set to one. */
  chosen: number | null
  disabled: boolean
  onShare: (percent: number) => void
}

/** Returns the share of a maximum, in per cent, cut to the step; "" for none. */
export function shareInSteps(maximum: string, percent: number, step: string): string {
  return percent <= 0 ? '' : wholeSteps(mul(asDecimal(maximum), `${percent / 100}`, MAX_SCALE, 'down'), step)
}

/** Returns what per cent of the maximum an amount is, 0 to 100, rounded; 0 without an amount or a maximum. */
export function percentOfMaximum(amount: string, maximum: string): number {
  if (!isDecimal(amount) || sign(asDecimal(maximum)) <= 0) return 0
  return Math.min(100, Math.max(0, Number(div(mul(asDecimal(amount), '100'), asDecimal(maximum), 0))))
}

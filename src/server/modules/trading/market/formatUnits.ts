import { asPrice } from '../../../../engine/language/values/decimal.ts'
import type { Price } from '../../../../engine/language/values/units.ts'

/** Formats integer units as a decimal with exactly `precision` decimals. */
export function formatUnits(units: number, precision: number): string {
  if (precision === 0) return String(units)
  const digits = String(Math.abs(units)).padStart(precision + 1, '0')
  return `${units < 0 ? '-' : ''}${digits.slice(0, -precision)}.${digits.slice(-precision)}`
}

/** Formats integer units as a price with exactly `precision` decimals. */
export const formatPrice = (units: number, precision: number): Price => asPrice(formatUnits(units, precision))

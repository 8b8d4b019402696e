import {
  DecimalError,
  MAX_SCALE,
  asRate,
  compare,
  div,
  round,
  sign,
  toFixed,
} from '../../engine/language/values/decimal.ts'
import type { Rate } from '../../engine/language/values/units.ts'

/** Significant digits of a rate between two currencies that no instrument has a price for. */
const RATE_DIGITS = 8

/** A rate with eight significant digits, as far as twelve decimals have them, rounded down. */
export function withRateDigits(rate: Rate): Rate {
  const [integer = '0', fraction = ''] = rate.replace('-', '').split('.')
  const leading = integer === '0' ? -Math.max(0, fraction.search(/[1-9]/)) : integer.length
  return toFixed(rate, Math.min(Math.max(RATE_DIGITS - leading, 0), MAX_SCALE), 'down')
}

/**
 * A rate as people quote it: at least 1. Below 1 it is the inverse, with the significant digits that the twelve decimals of the rate can have, at
 * most eight; 0 for 0.
 */
export function quotedRate(rate: Rate): Rate {
  if (sign(rate) <= 0 || compare(rate, '1') >= 0) return rate
  const zeros = Math.max(0, (rate.split('.')[1] ?? '').search(/[1-9]/))
  const inverse = asRate(div('1', rate))
  const integers = inverse.split('.')[0]?.length ?? 1
  return round(inverse, Math.max(0, Math.min(RATE_DIGITS, MAX_SCALE - zeros) - integers))
}

/**
 * Units of the second currency for one of the first, from the price of each in USDT. Where one unit of the second is worth 1 USDT, it is
 * the price of the first, with the decimals of its instrument; otherwise it has eight significant digits. A second price of zero throws a
 * DecimalError.
 */
export function crossRate(first: Rate, second: Rate): Rate {
  if (sign(second) === 0) throw new DecimalError('The rate is out of range: the second currency is worth nothing.')
  return compare(second, '1') === 0 ? first : withRateDigits(asRate(div(first, second, MAX_SCALE, 'down')))
}

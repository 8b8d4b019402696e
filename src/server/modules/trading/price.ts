import type { Percent, Price } from '../../../engine/language/values/units.ts'
import { compare, isDecimal, isMultiple, decimalPlaces } from '../../../engine/language/values/decimal.ts'
import { TRAILING_RATES } from '../../../product/trading/trailing.ts'
import type { Listing } from './market/index.ts'

/** Unsigned, without leading zeros, at most 9 integer digits: no formula overflows with it. */
const PLAIN = /^(0|[1-9]\d{0,8})(\.\d+)?$/

/** A positive decimal with at most `digits` decimals. */
export const isPlainDecimal = (text: string, digits: number): boolean =>
  isDecimal(text) && PLAIN.test(text) && compare(text, '0') > 0 && decimalPlaces(text) <= digits

/** A positive price with at most the symbol's precision. */
export const isPrice = (price: Price, { precision }: Pick<Listing, 'precision'>): boolean =>
  isPlainDecimal(price, precision)

/** Programs disagree on numbers with leading zeros. */
export const hasLeadingZeros = (text: string): boolean => /^-?0\d/.test(text)

/** Whether the rate of a trailing order is in its range and has at most two digits after the point. */
export const isTrailingRate = (rate: Percent): boolean =>
  !hasLeadingZeros(rate) &&
  compare(rate, TRAILING_RATES.minimum) >= 0 &&
  compare(rate, TRAILING_RATES.maximum) <= 0 &&
  isMultiple(rate, '0.01')

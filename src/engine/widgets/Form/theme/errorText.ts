import type { FieldError } from '../../../language/forms/rules.ts'
import type { TextOf } from '../../../language/texts/texts.ts'
import { decimalPlaces, isDecimal } from '../../../language/values/decimal.ts'
import { cashPlacesOf } from '../../../language/values/cash.ts'
import type { Formatter } from '../../../language/values/formatter.ts'
import type { Decimal } from '../../../language/values/units.ts'
import type { Options } from '../scope.ts'

/** Arguments of a refusal whose text has the unit itself. */
const UNITS_IN_TEXTS = new Set(['currency', 'percent'])

/** Digits of an amount that is no value of the field: a text with its own currency. */
const MONEY_DIGITS = 2

/**
 * The text of an error, its decimals written for the user's language: in the unit of the field unless the text has one, with the digits of
 * its step, two at most if the text has a currency. A maximum of cash is rounded down to whole cents: what is accepted, and can be read.
 */
export function errorText(
  error: FieldError,
  textOf: TextOf,
  format: Formatter,
  { unit: named, conversionOwnUnit, step }: Options = {},
): string {
  const unit = named === '' ? conversionOwnUnit : named
  const places = isDecimal(step) ? decimalPlaces(step) : 0
  const hasOwnUnit = Object.keys(error.args ?? {}).some((name) => UNITS_IN_TEXTS.has(name))
  const digits = error.args?.currency === undefined ? places : Math.min(places, MONEY_DIGITS)
  const isCashMaximum =
    error.key === 'form.maximum' && typeof unit === 'string' && places > (cashPlacesOf(unit) ?? places)
  const limit = (value: Decimal) => {
    if (isCashMaximum) return format.money(value, unit, { round: 'down' })
    const number = decimalPlaces(value) < digits ? format.price(value, digits) : format.number(value)
    return typeof unit === 'string' && unit !== '' && !hasOwnUnit ? `${number}\u00a0${unit}` : number
  }
  const args =
    error.args &&
    Object.fromEntries(Object.entries(error.args).map(([name, arg]) => [name, isDecimal(arg) ? limit(arg) : arg]))
  return textOf(error.key, args)
}

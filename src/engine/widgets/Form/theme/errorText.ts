import type { FieldError } from '../../../language/forms/rules.ts'
import type { TextOf } from '../../../language/texts/texts.ts'
import { decimalPlaces, isDecimal } from '../../../language/values/decimal.ts'
import type { Formatter } from '../../../language/values/formatter.ts'
import type { Decimal } from '../../../language/values/units.ts'
import type { Options } from '../scope.ts'

/** Arguments of a refusal whose text has the unit itself. */
const UNITS_IN_TEXTS = new Set(['currency', 'percent'])

/** The text of an error, its decimals written for the user's language: in the unit of the field unless the text has one, with the digits of its step. */
export function errorText(error: FieldError, textOf: TextOf, format: Formatter, { unit, step }: Options = {}): string {
  const digits = isDecimal(step) ? decimalPlaces(step) : 0
  const hasOwnUnit = Object.keys(error.args ?? {}).some((name) => UNITS_IN_TEXTS.has(name))
  const limit = (value: Decimal) => {
    const number = decimalPlaces(value) < digits ? format.price(value, digits) : format.number(value)
    return typeof unit === 'string' && unit !== '' && !hasOwnUnit ? `${number}\u00a0${unit}` : number
  }
  const args =
    error.args &&
    Object.fromEntries(Object.entries(error.args).map(([name, arg]) => [name, isDecimal(arg) ? limit(arg) : arg]))
  return textOf(error.key, args)
}

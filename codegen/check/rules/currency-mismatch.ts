import { labelHint, showAmount, unitMismatchHint } from '../../compile/describeType.ts'
import type { Report, Rule } from '../../compile/diagnostics.ts'
import type { DecimalType } from '../../compile/types.ts'
import type { UnitRef } from '../../compile/unitRef.ts'
import { showUnitRef, UNKNOWN_UNIT } from '../../compile/unitRef.ts'

const rule: Rule = {
  name: 'currency-mismatch',
  severity: 'error',
  doc: 'Amounts are added, compared, shown and sent only with amounts of the same currency or symbol.',
}
export default rule

export const otherCurrency = (from: DecimalType, to: DecimalType): Report => ({
  rule,
  message: `This is ${showAmount(from)}, and ${showAmount(to)} is expected.`,
  suggestion: unitMismatchHint(from.of, to.of),
})

/** An amount with the label of another currency, in a call of a function. */
export const otherLabel = (name: string, amount: DecimalType, label: UnitRef | undefined): Report => ({
  rule,
  message: `In ${name}(…): this is ${showAmount(amount)}, and ${label ? showUnitRef(label) : 'another currency'} is written beside it.`,
  suggestion: labelHint(amount.of, label),
})

export const sortedByMixedMoney = (of: UnitRef): Report => ({
  rule,
  message: 'This sorts by money of as many currencies as there are rows.',
  suggestion: unitMismatchHint(of, undefined),
})

/** `subject`: what should have one currency or symbol, e.g. "Both branches are". */
export const differentCurrencies = (subject: string, a: DecimalType, b: DecimalType): Report => ({
  rule,
  message: `${subject} of one ${a.unit === 'money' ? 'currency' : 'symbol'}, and these are ${showAmount(a)} and ${showAmount(b)}.`,
  suggestion: unitMismatchHint(a.of, b.of),
})

/** Operands without proof of the same currency or symbol. */
export const operandCurrencies = (op: string, a: DecimalType, b: DecimalType): Report => ({
  rule,
  message: `"${op}" needs both of one ${
    a.unit === 'money' && b.unit === 'money' ? 'currency' : a.unit === b.unit ? 'symbol' : 'symbol and its currency'
  }, and these are ${showAmount(a)} and ${showAmount(b)}.`,
  suggestion: unitMismatchHint(a.of, b.of),
})

export const currencyNotGiven = (amount: DecimalType, field: string): Report => ({
  rule,
  message: `This is ${showAmount(amount)}, and the field "${field}" with its currency or symbol is not given beside it.`,
  suggestion: `Give "${field}" too.`,
})

/** `given`: the currency or symbol in the field. */
export const otherThanField = (amount: DecimalType, field: string, given: UnitRef): Report => ({
  rule,
  message: `This is ${showAmount(amount)}, and "${field}" beside it is ${showUnitRef(given)}.`,
  suggestion: labelHint(amount.of, given),
})

/** The field is omitted: `given` is its default. */
export const otherThanDefault = (amount: DecimalType, field: string, given: UnitRef): Report => ({
  rule,
  message: `This is ${showAmount(amount)}, and "${field}" beside it is ${showUnitRef(given)} where it is not given.`,
  suggestion: `Give "${field}" too.`,
})

/** `unit`: a state with the currency or symbol of the state `amount`. */
export const amountNotSet = (unit: string, amount: string): Report => ({
  rule,
  message: `The state "${amount}" is an amount of "${unit}", and it would keep its number for another "${unit}".`,
  suggestion: `Set "${amount}" too, after it in the same list of steps.`,
})

/** The same for a part that sets the state. */
export const amountNotGiven = (part: string, unit: string, amount: string): Report => ({
  rule,
  message: `The part "${part}" sets "${unit}", and the state "${amount}" would keep its number for another "${unit}".`,
  suggestion: 'Keep both in one state that is an object, or set both outside of the part.',
})

/** Amounts of a list in which each item may have another currency. */
export const mixedAmounts = (): Report => ({
  rule,
  message: 'The amounts of this list may be of different currencies.',
  suggestion: unitMismatchHint(UNKNOWN_UNIT, undefined),
})

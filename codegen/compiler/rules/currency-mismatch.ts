import { labelHint, showAmount, unitMismatchHint } from '../infer/describeType.ts'
import type { Report, Rule } from '../source/diagnostics.ts'
import type { DecimalType } from '../infer/types.ts'
import type { UnitRef } from '../contract/unitRef.ts'
import { showUnitRef, UNKNOWN_UNIT } from '../contract/unitRef.ts'

const rule: Rule = {
  name: 'currency-mismatch',
  severity: 'error',
  doc: 'Amounts are added, compared, shown and sent only with amounts of the same currency or symbol.',
}
export default rule

export const otherCurrency = (from: DecimalType, to: DecimalType): Report => ({
  rule,
  code: 'otherCurrency',
  params: { from: showAmount(from), to: showAmount(to) },
  suggestion: unitMismatchHint(from.of, to.of),
})

/** An amount with the label of another currency, in a call of a function. */
export const otherLabel = (name: string, amount: DecimalType, label: UnitRef | undefined): Report => ({
  rule,
  code: label ? 'otherLabel' : 'unknownLabel',
  params: { name, amount: showAmount(amount), label: label ? showUnitRef(label) : '' },
  suggestion: labelHint(amount.of, label),
})

export const sortedByMixedMoney = (of: UnitRef): Report => ({
  rule,
  code: 'sortedByMixedMoney',
  suggestion: unitMismatchHint(of, undefined),
})

/** `subject`: what should have one currency or symbol, e.g. "Both branches are". */
export const differentCurrencies = (subject: string, a: DecimalType, b: DecimalType): Report => ({
  rule,
  code: a.unit === 'money' ? 'differentCurrencies' : 'differentSymbols',
  params: { subject, a: showAmount(a), b: showAmount(b) },
  suggestion: unitMismatchHint(a.of, b.of),
})

/** Operands without proof of the same currency or symbol. */
export const operandCurrencies = (op: string, a: DecimalType, b: DecimalType): Report => ({
  rule,
  code: a.unit !== b.unit ? 'operandUnits' : a.unit === 'money' ? 'operandCurrencies' : 'operandSymbols',
  params: { op, a: showAmount(a), b: showAmount(b) },
  suggestion: unitMismatchHint(a.of, b.of),
})

export const currencyNotGiven = (amount: DecimalType, field: string): Report => ({
  rule,
  code: 'currencyNotGiven',
  params: { amount: showAmount(amount), field },
})

/** `given`: the currency or symbol in the field. */
export const otherThanField = (amount: DecimalType, field: string, given: UnitRef): Report => ({
  rule,
  code: 'otherThanField',
  params: { amount: showAmount(amount), field, given: showUnitRef(given) },
  suggestion: labelHint(amount.of, given),
})

/** The field is omitted: `given` is its default. */
export const otherThanDefault = (amount: DecimalType, field: string, given: UnitRef): Report => ({
  rule,
  code: 'otherThanDefault',
  params: { amount: showAmount(amount), field, given: showUnitRef(given) },
})

/** `unit`: a state with the currency or symbol of the state `amount`. */
export const amountNotSet = (unit: string, amount: string): Report => ({
  rule,
  code: 'amountNotSet',
  params: { amount, unit },
})

/** The same for a part that sets the state. */
export const amountNotGiven = (part: string, unit: string, amount: string): Report => ({
  rule,
  code: 'amountNotGiven',
  params: { part, unit, amount },
})

/** Amounts of a list in which each item may have another currency. */
export const mixedAmounts = (): Report => ({
  rule,
  code: 'mixedAmounts',
  suggestion: unitMismatchHint(UNKNOWN_UNIT, undefined),
})

import type { Rule } from '../rule.ts'
import { labelHint, showAmount, unitMismatchHint } from '../infer/describeType.ts'
import { showUnitRef, UNKNOWN_UNIT } from '../contract/unitRef.ts'

const rule: Rule = {
  meta: {
    name: 'currency-mismatch',
    severity: 'error',
    doc: 'Amounts are added, compared, shown and sent only with amounts of the same currency or symbol.',
  },
  on: {
    amountOfCurrencyNotSet: ({ unit, amount }, report) => report({ code: 'amountNotSet', params: { amount, unit } }),
    currencyNotGiven: ({ amount, field }, report) =>
      report({ code: 'currencyNotGiven', params: { amount: showAmount(amount), field } }),
    otherCurrencyThanDefault: ({ amount, field, given }, report) =>
      report({ code: 'otherThanDefault', params: { amount: showAmount(amount), field, given: showUnitRef(given) } }),
    otherCurrencyThanField: ({ amount, field, given }, report) =>
      report({
        code: 'otherThanField',
        params: { amount: showAmount(amount), field, given: showUnitRef(given) },
        suggestion: labelHint(amount.of, given),
      }),
    otherCurrency: ({ from, to }, report) =>
      report({
        code: 'otherCurrency',
        params: { from: showAmount(from), to: showAmount(to) },
        suggestion: unitMismatchHint(from.of, to.of),
      }),
    operandCurrencies: ({ op, a, b }, report) =>
      report({
        code: a.unit !== b.unit ? 'operandUnits' : a.unit === 'money' ? 'operandCurrencies' : 'operandSymbols',
        params: { op, a: showAmount(a), b: showAmount(b) },
        suggestion: unitMismatchHint(a.of, b.of),
      }),
    otherCurrencyLabel: ({ name, amount, label }, report) =>
      report({
        code: label ? 'otherLabel' : 'unknownLabel',
        params: { name, amount: showAmount(amount), label: label ? showUnitRef(label) : '' },
        suggestion: labelHint(amount.of, label),
      }),
    comparedCurrencies: ({ subject, a, b }, report) =>
      report({
        code: a.unit === 'money' ? 'differentCurrencies' : 'differentSymbols',
        params: { subject, a: showAmount(a), b: showAmount(b) },
        suggestion: unitMismatchHint(a.of, b.of),
      }),
    sortedByMixedMoney: ({ of }, report) =>
      report({ code: 'sortedByMixedMoney', suggestion: unitMismatchHint(of, undefined) }),
    mixedAmounts: (_, report) =>
      report({ code: 'mixedAmounts', suggestion: unitMismatchHint(UNKNOWN_UNIT, undefined) }),
    amountOfCurrencyNotGiven: ({ part, unit, amount }, report) =>
      report({ code: 'amountNotGiven', params: { part, unit, amount } }),
  },
}
export default rule

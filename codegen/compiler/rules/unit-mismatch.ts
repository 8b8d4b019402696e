import type { Rule } from '../rule.ts'
import { capitalize, describeDifference, isExpected, showType } from '../infer/describeType.ts'
import { conversionHint } from '../infer/literals.ts'

const rule: Rule = {
  meta: {
    name: 'unit-mismatch',
    severity: 'error',
    doc: 'Units are not mixed: price, money, quantity and time are different units.',
  },
  on: {
    operandUnits: ({ op, a, b, operands }, report) =>
      report({
        ...describeDifference('operands', a, b, op),
        suggestion:
          conversionHint(a, b, operands) ?? (a.k === 'int' && b.k === 'int' ? { code: 'advice/addToTime' } : undefined),
      }),
    comparedUnits: ({ a, b }, report) =>
      report({ code: 'comparedUnits', params: { a: capitalize(showType(a)), b: showType(b) } }),
    differentUnits: ({ of, a, b }, report) =>
      report({ ...describeDifference(of, a, b), suggestion: { code: 'advice/sameUnit' } }),
    otherUnit: ({ from, to }, report) =>
      report({
        ...isExpected(showType(from), to),
        suggestion: { code: 'advice/useUnit', params: { type: showType(to) } },
      }),
  },
}
export default rule

import type { TypesOf } from '../infer/describeType.ts'
import { capitalize, describeDifference, isExpected, showType } from '../infer/describeType.ts'
import type { Report, Rule } from '../source/diagnostics.ts'
import type { ASTNode } from '../infer/ast.ts'
import { conversionHint } from '../infer/literals.ts'
import type { Type } from '../infer/types.ts'

const rule: Rule = {
  name: 'unit-mismatch',
  severity: 'error',
  doc: 'Units are not mixed: price, money, quantity and time are different units.',
}
export default rule

export const operandUnits = (op: string, a: Type, b: Type, operands: readonly ASTNode[]): Report => ({
  rule,
  ...describeDifference('operands', a, b, op),
  suggestion:
    conversionHint(a, b, operands) ?? (a.k === 'int' && b.k === 'int' ? { code: 'advice/addToTime' } : undefined),
})

export const differentUnits = (of: TypesOf, a: Type, b: Type): Report => ({
  rule,
  ...describeDifference(of, a, b),
  suggestion: { code: 'advice/sameUnit' },
})

export const comparedUnits = (a: Type, b: Type): Report => ({
  rule,
  code: 'comparedUnits',
  params: { a: capitalize(showType(a)), b: showType(b) },
})

export const otherUnit = (from: Type, to: Type): Report => ({
  rule,
  ...isExpected(showType(from), to),
  suggestion: { code: 'advice/useUnit', params: { type: showType(to) } },
})

import type { TypesOf } from '../../compile/describeType.ts'
import { capitalize, describeDifference, isExpected, showType } from '../../compile/describeType.ts'
import type { Report, Rule } from '../../compile/diagnostics.ts'
import type { ASTNode } from '../../compile/infer/ast.ts'
import { conversionHint } from '../../compile/infer/literals.ts'
import type { Type } from '../../compile/types.ts'

const rule: Rule = {
  name: 'unit-mismatch',
  severity: 'error',
  doc: 'Units are not mixed: price, money, quantity and time are different units.',
}
export default rule

export const operandUnits = (op: string, a: Type, b: Type, operands: readonly ASTNode[]): Report => ({
  rule,
  message: describeDifference('operands', a, b, op),
  suggestion:
    conversionHint(a, b, operands) ??
    (a.k === 'int' && b.k === 'int'
      ? 'To a time, add a length of time, or a number of seconds that is written out: 86400 for a day.'
      : undefined),
})

export const differentUnits = (of: TypesOf, a: Type, b: Type): Report => ({
  rule,
  message: describeDifference(of, a, b),
  suggestion: 'Convert one of the two, or read a value of the same unit.',
})

export const comparedUnits = (a: Type, b: Type): Report => ({
  rule,
  message: `${capitalize(showType(a))} is compared with ${showType(b)}.`,
  suggestion: 'Compare two values of one unit.',
})

export const otherUnit = (from: Type, to: Type): Report => ({
  rule,
  message: isExpected(showType(from), to),
  suggestion: `Use ${showType(to)}: a field or a result of this unit.`,
})

import type { TypesOf } from '../infer/describeType.ts'
import { capitalize, describeDifference, isExpected, showType } from '../infer/describeType.ts'
import type { Report, Rule, Advice } from '../source/diagnostics.ts'
import type { ASTNode } from '../infer/ast.ts'
import { conversionHint } from '../infer/literals.ts'
import { formatterHint, literalDecimalHint } from '../fix/quickFix.ts'
import type { Type } from '../infer/types.ts'

const rule: Rule = {
  name: 'type-mismatch',
  severity: 'error',
  follows: { 'impossible-schema': 'near' },
  doc: 'A value has the type that its place expects, and an operator has operands of its types.',
}
export default rule

export const conditionType = (type: Type): Report => ({
  rule,
  code: 'conditionType',
  params: { type: showType(type) },
})

export const optionalAccess = (): Report => ({
  rule,
  code: 'optionalAccess',
})

export const unknownLiteral = (): Report => ({
  rule,
  code: 'unknownLiteral',
})

export const indexType = (holder: 'list' | 'map', type: Type): Report => ({
  rule,
  code: holder === 'list' ? 'indexOfList' : 'keyOfMap',
  params: { type: showType(type) },
})

export const notIndexable = (source: string, type: Type): Report => ({
  rule,
  code: 'notIndexable',
  params: { source, type: showType(type) },
})

export const noEnumeration = (type: Type): Report => ({
  rule,
  code: 'noEnumeration',
  params: { type: showType(type) },
})

/** The receiver of a method such as `filter`. */
export const methodOfList = (method: string, source: string, type: Type): Report => ({
  rule,
  code: 'methodOfList',
  params: { method, source, type: showType(type) },
})

export const sortKeyType = (type: Type): Report => ({
  rule,
  code: 'sortKeyType',
  params: { type: showType(type) },
})

export const mapKeyNotText = (): Report => ({
  rule,
  code: 'mapKeyNotText',
})

export const inNeedsList = (type: Type): Report => ({
  rule,
  code: 'inNeedsList',
  params: { type: showType(type) },
})

export const listCannotHold = (of: Type, item: Type): Report => ({
  rule,
  code: 'listCannotHold',
  params: { of: showType(of), item: showType(item) },
})

export const noMinus = (type: Type): Report => ({
  rule,
  code: 'noMinus',
  params: { type: showType(type) },
})

export const operandTypes = (op: string, a: Type, b: Type, operands: readonly ASTNode[]): Report => ({
  rule,
  ...describeDifference('operands', a, b, op),
  suggestion: conversionHint(a, b, operands),
})

export const differentTypes = (of: TypesOf, a: Type, b: Type): Report => ({
  rule,
  ...describeDifference(of, a, b),
  suggestion: { code: 'advice/sameType' },
})

export const notComparable = (a: Type, b: Type, operands: readonly ASTNode[]): Report => ({
  rule,
  code: 'notComparable',
  params: { a: capitalize(showType(a)), b: showType(b) },
  suggestion: conversionHint(a, b, operands),
})

export const notDecimal = (text: string): Report => ({
  rule,
  code: 'notDecimal',
  params: { text },
})

export const decimalOf = (type: Type): Report => ({
  rule,
  code: 'decimalOf',
  params: { type: showType(type) },
})

/** A value, as text, that is not of the expected type. */
export const isNotOf = (value: string, expected: Type, suggestion?: Advice): Report => ({
  rule,
  ...isExpected(value, expected),
  suggestion: suggestion ?? { code: 'advice/expression', params: { type: showType(expected) } },
})

export const notText = (): Report => ({
  rule,
  code: 'notText',
})

export const noAlternative = (): Report => ({
  rule,
  code: 'noAlternative',
})

export const repeaterType = (type: Type): Report => ({
  rule,
  code: 'repeaterType',
  params: { type: showType(type) },
})

/** The key of a repeated node, whose type is wrong as `mismatch` says. */
export const rowKeyType = (mismatch: Report): Report => ({
  rule: mismatch.rule,
  code: 'rowKeyType',
})

export const notAssignable = (from: Type, to: Type): Report => ({
  rule,
  ...(to.k === 'unknown' ? { code: 'isType', params: { type: showType(from) } } : isExpected(showType(from), to)),
  suggestion:
    to.k === 'string' && (from.k === 'int' || from.k === 'number' || from.k === 'decimal')
      ? formatterHint(from, to)
      : to.k === 'decimal' && from.k === 'int' && from.literal
        ? literalDecimalHint()
        : undefined,
})

export const fieldMissing = (name: string): Report => ({
  rule,
  code: 'fieldMissing',
  params: { name },
})

export const fieldNotExpected = (name: string): Report => ({
  rule,
  code: 'fieldNotExpected',
  params: { name },
})

/** A field that distinguishes the objects of a union. */
export const indistinct = (tag: string): Report => ({
  rule,
  code: 'indistinct',
  params: { tag },
})

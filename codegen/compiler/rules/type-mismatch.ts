import type { Rule } from '../rule.ts'
import { capitalize, describeDifference, isExpected, showType } from '../infer/describeType.ts'
import { comparisonHint, conversionHint } from '../infer/literals.ts'
import { formatterHint, literalDecimalHint } from '../fix/quickFix.ts'

const rule: Rule = {
  meta: {
    name: 'type-mismatch',
    severity: 'error',
    doc: 'A value has the type that its place expects, and an operator has operands of its types.',
  },
  on: {
    notNegatable: ({ type }, report) => report({ code: 'noMinus', params: { type: showType(type) } }),
    operandTypes: ({ op, a, b, operands }, report) =>
      report({ ...describeDifference('operands', a, b, op), suggestion: conversionHint(a, b, operands) }),
    notEnumeration: ({ type }, report) => report({ code: 'noEnumeration', params: { type: showType(type) } }),
    inNeedsList: ({ type }, report) => report({ code: 'inNeedsList', params: { type: showType(type) } }),
    listCannotHold: ({ of, item }, report) =>
      report({ code: 'listCannotHold', params: { of: showType(of), item: showType(item) } }),
    mapKeyNotText: (_, report) => report({ code: 'mapKeyNotText' }),
    differentTypes: ({ of, a, b }, report) =>
      report({ ...describeDifference(of, a, b), suggestion: { code: 'advice/sameType' } }),
    notComparable: ({ a, b, operands }, report) =>
      report({
        code: 'notComparable',
        params: { a: capitalize(showType(a)), b: showType(b) },
        suggestion: comparisonHint(a, b, operands),
      }),
    decimalOfOther: ({ type }, report) => report({ code: 'decimalOf', params: { type: showType(type) } }),
    valueOfOtherType: ({ value, expected, suggestion }, report) =>
      report({
        ...isExpected(value, expected),
        suggestion: suggestion ?? { code: 'advice/expression', params: { type: showType(expected) } },
      }),
    invalidDecimalText: ({ text }, report) => report({ code: 'notDecimal', params: { text } }),
    conditionNotBoolean: ({ type }, report) => report({ code: 'conditionType', params: { type: showType(type) } }),
    optionalAccess: (_, report) => report({ code: 'optionalAccess' }),
    unknownLiteral: (_, report) => report({ code: 'unknownLiteral' }),
    listMethodOnOther: ({ method, source, type }, report) =>
      report({ code: 'methodOfList', params: { method, source, type: showType(type) } }),
    sortKeyType: ({ type }, report) => report({ code: 'sortKeyType', params: { type: showType(type) } }),
    indexType: ({ holder, type }, report) =>
      report({ code: holder === 'list' ? 'indexOfList' : 'keyOfMap', params: { type: showType(type) } }),
    notIndexable: ({ source, type }, report) =>
      report({ code: 'notIndexable', params: { source, type: showType(type) } }),
    valueNotText: (_, report) => report({ code: 'notText' }),
    fieldMissing: ({ name }, report) => report({ code: 'fieldMissing', params: { name } }),
    fieldNotExpected: ({ name }, report) => report({ code: 'fieldNotExpected', params: { name } }),
    unionIndistinct: ({ tag }, report) => report({ code: 'indistinct', params: { tag } }),
    typeMismatch: ({ from, to }, report) =>
      report({
        ...(to.k === 'unknown' ? { code: 'isType', params: { type: showType(from) } } : isExpected(showType(from), to)),
        suggestion:
          to.k === 'string' && (from.k === 'int' || from.k === 'number' || from.k === 'decimal')
            ? formatterHint(from, to)
            : to.k === 'decimal' && from.k === 'int' && from.literal
              ? literalDecimalHint()
              : undefined,
      }),
    repeaterNotList: ({ type }, report) => report({ code: 'repeaterType', params: { type: showType(type) } }),
    noMatchingAlternative: (_, report) => report({ code: 'noAlternative' }),
    rowKeyType: (_, report) => report({ code: 'rowKeyType' }),
  },
}
export default rule

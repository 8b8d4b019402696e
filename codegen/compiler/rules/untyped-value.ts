import type { Rule } from '../rule.ts'
import { isExpected, showType } from '../infer/describeType.ts'

const rule: Rule = {
  meta: {
    name: 'untyped-value',
    severity: 'error',
    countsPlaces: true,
    doc: 'A value of unknown type is converted with string(), int() or double() before use.',
  },
  on: {
    typeNotInferred: ({ source, why }, report) => report({ code: 'cannotBeInferred', params: { source, why } }),
    untypedArgument: ({ why }, report) => report({ code: 'unknownArgument', params: { why } }),
    untypedValue: ({ from, to }, report) =>
      report({
        ...(to.k === 'unknown' ? { code: 'isType', params: { type: showType(from) } } : isExpected(showType(from), to)),
      }),
  },
}
export default rule

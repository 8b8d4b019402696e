import type { Rule } from '../rule.ts'
import { showType } from '../infer/describeType.ts'
import { suggest } from '../source/names/nearest.ts'

const rule: Rule = {
  meta: {
    name: 'enum-value',
    severity: 'error',
    contradiction: 'caused',
    follows: {
      // An event has the id of one of the items, and their number is wrong.
      'invalid-literal': 'node',
    },
    doc: 'A value is one of those that the schema allows.',
  },
  on: {
    listNeverHas: ({ source, wrong, values }, report) =>
      report({ code: 'hasNever', params: { source, wrong }, suggestion: suggest(wrong, values) }),
    neverOneOfValues: ({ source, given, wrong, values }, report) =>
      report({
        code: 'isNever',
        params: { source, k: showType({ k: 'string', enum: given }) },
        suggestion: suggest(wrong, values),
      }),
    onlyOtherValue: ({ source, only, wrong }, report) => report({ code: 'isOnly', params: { source, only, wrong } }),
    anyStringForEnum: ({ from, to }, report) =>
      report({ code: 'anyString', params: { from: showType(from), to: showType(to) } }),
    valueNotInEnum: ({ value, to }, report) =>
      report({ code: 'mayNotBe', params: { value, to: showType(to).replace('one of ', '') } }),
    numberNotAllowed: ({ values }, report) => report({ code: 'onlyNumbers', params: { values: values.join(', ') } }),
    unknownPreference: ({ name, preferences }, report) =>
      report({ code: 'noPreference', params: { name }, suggestion: suggest(name, preferences) }),
    literalNotAllowed: ({ value, values }, report) =>
      report({
        code: 'literalNotAllowed',
        params: { value: JSON.stringify(value), values: values.join(', ') },
        suggestion: suggest(String(value), values),
      }),
  },
}
export default rule

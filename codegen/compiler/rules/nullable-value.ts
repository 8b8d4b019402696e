import type { Rule } from '../rule.ts'
import { showType } from '../infer/describeType.ts'

const rule: Rule = {
  meta: {
    name: 'nullable-value',
    severity: 'error',
    countsPlaces: true,
    doc: 'A value that may be null is narrowed before use: by “visible”, a ternary, &&, has() or orValue().',
  },
  on: {
    valueMayBeNull: ({ source }, report) => report({ code: 'mayBeNullHere', params: { source } }),
    argumentMayBeNull: ({ name, key }, report) => report({ code: 'argumentMayBeNull', params: { name, key } }),
    fieldMayBeAbsent: ({ name }, report) => report({ code: 'fieldMayBeAbsent', params: { name } }),
    notNullExpected: ({ to }, report) => report({ code: 'notNullExpected', params: { to: showType(to) } }),
    setsFieldOfNull: ({ outer, field }, report) => report({ code: 'setsFieldOfNull', params: { outer, field } }),
  },
}
export default rule

import type { Rule } from '../rule.ts'
import { suggest } from '../source/names/nearest.ts'

const rule: Rule = {
  meta: {
    name: 'redundant-allow',
    severity: 'error',
    doc: 'An entry of “allow” names a warning that its place has, and gives the reason.',
  },
  on: {
    allowsError: ({ name }, report) => report({ code: 'allowsError', params: { name } }),
    allowsNothing: ({ name }, report) => report({ code: 'allowsNothing', params: { name } }),
    allowsUnknown: ({ name, rules }, report) =>
      report({ code: 'allowsUnknown', params: { name }, suggestion: suggest(name, rules) }),
    allowWithoutReason: ({ name }, report) => report({ code: 'hasNoReason', params: { name } }),
  },
}
export default rule

import type { Rule } from '../rule.ts'
import { suggest } from '../source/names/nearest.ts'

const rule: Rule = {
  meta: {
    name: 'unknown-access',
    severity: 'error',
    doc: '“access” names access rules that exist.',
  },
  on: {
    unknownAccess: ({ name, accessRules }, report) =>
      report({ code: 'unknownAccess', params: { name }, suggestion: suggest(name, accessRules.keys()) }),
  },
}
export default rule

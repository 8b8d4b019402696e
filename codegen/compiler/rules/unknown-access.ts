import type { Report, Rule } from '../source/diagnostics.ts'
import { suggest } from '../source/nearest.ts'

const rule: Rule = {
  name: 'unknown-access',
  severity: 'error',
  doc: '“access” names access rules that exist.',
}
export default rule

export const unknownAccess = (name: string, accessRules: ReadonlySet<string>): Report => ({
  rule,
  code: 'unknownAccess',
  params: { name },
  suggestion: suggest(name, accessRules),
})

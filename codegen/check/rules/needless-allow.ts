import type { Report, Rule } from '../../compile/diagnostics.ts'
import { suggest } from '../../compile/nearest.ts'

const rule: Rule = {
  name: 'needless-allow',
  severity: 'error',
  doc: 'An entry of “allow” names a warning that its place has, and gives the reason.',
}
export default rule

export const allowsUnknown = (name: string, rules: Iterable<string>): Report => ({
  rule,
  message: `There is no rule "${name}".`,
  suggestion: suggest(name, rules) ?? 'The name of the rule is in the finding, after "warning".',
})

export const allowsError = (name: string): Report => ({
  rule,
  message: `Findings of "${name}" are errors: they cannot be allowed.`,
  suggestion: 'Correct the error, and remove this entry.',
})

export const hasNoReason = (name: string): Report => ({
  rule,
  message: `"allow" gives no reason for "${name}".`,
  suggestion: 'Write why the warning does not apply here.',
})

export const allowsNothing = (name: string): Report => ({
  rule,
  message: `"${name}" reports nothing here.`,
  suggestion: 'Remove this entry; it belongs to the innermost screen, query, node or step that has the warning.',
})

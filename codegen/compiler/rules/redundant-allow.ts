import type { Report, Rule } from '../source/diagnostics.ts'
import { suggest } from '../source/nearest.ts'

const rule: Rule = {
  name: 'redundant-allow',
  severity: 'error',
  doc: 'An entry of “allow” names a warning that its place has, and gives the reason.',
}
export default rule

export const allowsUnknown = (name: string, rules: Iterable<string>): Report => ({
  rule,
  code: 'allowsUnknown',
  params: { name },
  suggestion: suggest(name, rules),
})

export const allowsError = (name: string): Report => ({
  rule,
  code: 'allowsError',
  params: { name },
})

export const hasNoReason = (name: string): Report => ({
  rule,
  code: 'hasNoReason',
  params: { name },
})

export const allowsNothing = (name: string): Report => ({
  rule,
  code: 'allowsNothing',
  params: { name },
})

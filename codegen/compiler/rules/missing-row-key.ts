import type { Report, Rule, Advice } from '../source/diagnostics.ts'

const rule: Rule = {
  name: 'missing-row-key',
  severity: 'error',
  follows: { 'type-mismatch': 'near' },
  doc: 'A repeated node has a key: a string or whole number that identifies the row.',
}
export default rule

export const missingKey = (suggestion: Advice): Report => ({
  rule,
  code: 'missingKey',
  suggestion,
})

export const sameKey = (row: string): Report => ({
  rule,
  code: 'sameKey',
  params: { row },
})

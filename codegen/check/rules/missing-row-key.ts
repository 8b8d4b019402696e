import type { Report, Rule, Suggestion } from '../../compile/diagnostics.ts'

const rule: Rule = {
  name: 'missing-row-key',
  severity: 'error',
  follows: { 'type-mismatch': 'near' },
  doc: 'A repeated node has a key: a string or whole number that identifies the row.',
}
export default rule

export const missingKey = (suggestion: Suggestion): Report => ({
  rule,
  message: 'A repeated node needs a "key", so that its rows keep their place when the list changes.',
  suggestion,
})

export const sameKey = (row: string): Report => ({
  rule,
  message: 'This key does not read the row, so all rows have the same one.',
  suggestion: `Read a unique value of the row: "=${row}.id".`,
})

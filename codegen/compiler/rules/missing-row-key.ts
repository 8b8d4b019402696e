import type { Rule } from '../rule.ts'

const rule: Rule = {
  meta: {
    name: 'missing-row-key',
    severity: 'error',
    doc: 'A repeated node has a key: a string or whole number that identifies the row.',
  },
  on: {
    rowKeyMissing: ({ suggestion }, report) => report({ code: 'missingKey', suggestion }),
    rowKeyIgnoresRow: ({ row }, report) => report({ code: 'sameKey', params: { row } }),
  },
}
export default rule

import type { Rule } from '../../compile/diagnostics.ts'

export default {
  name: 'missing-row-key',
  severity: 'error',
  doc: 'A repeated node has a key: a string or whole number that identifies the row.',
} satisfies Rule

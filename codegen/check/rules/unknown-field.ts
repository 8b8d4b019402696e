import type { Rule } from '../../compile/diagnostics.ts'

export default {
  name: 'unknown-field',
  severity: 'error',
  doc: 'A field in an expression exists in the type of its object.',
} satisfies Rule

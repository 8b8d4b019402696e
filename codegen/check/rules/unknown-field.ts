import type { Rule } from '../../compile/diagnostics.ts'

export default {
  name: 'unknown-field',
  severity: 'error',
  doc: 'A field read by an expression exists in the schema of what it is read from.',
} satisfies Rule

import type { Rule } from '../../compile/diagnostics.ts'

export default {
  name: 'unbounded-text',
  severity: 'error',
  doc: 'A text that the server takes has maxLength, values or a named pattern.',
} satisfies Rule

import type { Rule } from '../../compile/diagnostics.ts'

export default {
  name: 'unbounded-text',
  severity: 'error',
  doc: 'A text that the server accepts has maxLength, an enumeration or a named format.',
} satisfies Rule

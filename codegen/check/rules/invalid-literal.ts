import type { Rule } from '../../compile/diagnostics.ts'

export default {
  name: 'invalid-literal',
  severity: 'error',
  doc: 'A literal meets its schema: length, range, format.',
} satisfies Rule

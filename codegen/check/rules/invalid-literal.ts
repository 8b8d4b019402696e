import type { Rule } from '../../compile/diagnostics.ts'

export default {
  name: 'invalid-literal',
  severity: 'error',
  doc: 'A literal fits the schema of its place: length, range, format.',
} satisfies Rule

import type { Rule } from '../../compile/diagnostics.ts'

export default {
  name: 'unknown-part',
  severity: 'error',
  doc: 'A part exists, and gets only parameters it declares.',
} satisfies Rule

import type { Rule } from '../../compile/diagnostics.ts'

export default {
  name: 'unknown-part',
  severity: 'error',
  doc: 'A part exists, and its props are parameters that it declares.',
} satisfies Rule

import type { Rule } from '../../compile/diagnostics.ts'

export default {
  name: 'part-cycle',
  severity: 'error',
  doc: 'A part does not include itself, directly or through other parts.',
} satisfies Rule

import type { Rule } from '../../compile/diagnostics.ts'

export default {
  name: 'text-edges',
  severity: 'error',
  doc: 'A text has no stray blanks, dots or brackets.',
} satisfies Rule

import type { Rule } from '../../compile/diagnostics.ts'

export default {
  name: 'text-edges',
  severity: 'error',
  doc: 'A text has no stray spaces, dots or brackets at its ends.',
} satisfies Rule

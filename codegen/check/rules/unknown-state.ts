import type { Rule } from '../../compile/diagnostics.ts'

export default {
  name: 'unknown-state',
  severity: 'error',
  doc: 'A state that a step sets is declared by the screen.',
} satisfies Rule

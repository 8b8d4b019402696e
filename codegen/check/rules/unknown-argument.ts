import type { Rule } from '../../compile/diagnostics.ts'

export default {
  name: 'unknown-argument',
  severity: 'error',
  doc: 'An argument or branch of a step is declared by the action.',
} satisfies Rule

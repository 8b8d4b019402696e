import type { Rule } from '../../compile/diagnostics.ts'

export default {
  name: 'unknown-slot',
  severity: 'error',
  doc: 'A slot is one of the widget’s or the action’s.',
} satisfies Rule

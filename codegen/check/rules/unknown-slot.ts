import type { Rule } from '../../compile/diagnostics.ts'

export default {
  name: 'unknown-slot',
  severity: 'error',
  doc: 'A slot is declared by the widget or the action.',
} satisfies Rule

import type { Rule } from '../../compile/diagnostics.ts'

export default {
  name: 'unknown-event',
  severity: 'error',
  doc: 'An event is declared by the widget.',
} satisfies Rule

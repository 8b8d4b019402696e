import type { Rule } from '../../compile/diagnostics.ts'

export default {
  name: 'unknown-prop',
  severity: 'error',
  doc: 'A prop is declared by the widget.',
} satisfies Rule

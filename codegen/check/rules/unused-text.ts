import type { Rule } from '../../compile/diagnostics.ts'

export default {
  name: 'unused-text',
  severity: 'warning',
  doc: 'A text is used by a screen, a widget, an action, a form or an answer of the server.',
} satisfies Rule

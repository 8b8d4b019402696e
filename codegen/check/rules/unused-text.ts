import type { Rule } from '../../compile/diagnostics.ts'

export default {
  name: 'unused-text',
  severity: 'warning',
  doc: 'A text is used by a screen, a widget, an action, a form or a reply of the server.',
} satisfies Rule

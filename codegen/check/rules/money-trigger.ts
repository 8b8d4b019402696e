import type { Rule } from '../../compile/diagnostics.ts'

export default {
  name: 'money-trigger',
  severity: 'error',
  doc: 'A call that moves money starts from a press, and the control is disabled while it runs.',
} satisfies Rule

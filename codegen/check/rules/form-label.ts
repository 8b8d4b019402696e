import type { Rule } from '../../compile/diagnostics.ts'

export default {
  name: 'form-label',
  severity: 'error',
  doc: 'Every field of a form has a label of its own.',
} satisfies Rule

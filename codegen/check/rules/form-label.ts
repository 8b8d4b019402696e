import type { Rule } from '../../compile/diagnostics.ts'

export default {
  name: 'form-label',
  severity: 'error',
  doc: 'Every field of a form has a label, and no two of a form the same.',
} satisfies Rule

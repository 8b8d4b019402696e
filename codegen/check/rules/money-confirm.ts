import type { Rule } from '../../compile/diagnostics.ts'

export default {
  name: 'money-confirm',
  severity: 'error',
  doc: 'A call that moves money follows a confirm step in the same handler.',
} satisfies Rule

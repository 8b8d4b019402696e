import type { Rule } from '../../compile/diagnostics.ts'

export default {
  name: 'money-confirm',
  severity: 'error',
  doc: 'A call that moves money comes after a confirm in the same sequence.',
} satisfies Rule

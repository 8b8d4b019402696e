import type { Rule } from '../../compile/diagnostics.ts'

export default {
  name: 'money-contract',
  severity: 'error',
  doc: 'A call that moves money is a POST and requires a session.',
} satisfies Rule

import type { Rule } from '../../compile/diagnostics.ts'

export default {
  name: 'money-fail',
  severity: 'error',
  doc: 'A call that moves money has an “onError” branch.',
} satisfies Rule

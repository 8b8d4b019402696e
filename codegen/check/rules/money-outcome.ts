import type { Rule } from '../../compile/diagnostics.ts'

export default {
  name: 'money-outcome',
  severity: 'error',
  doc: 'Messages and navigation after a call that moves money are in its “onSuccess” or “onError” branch.',
} satisfies Rule

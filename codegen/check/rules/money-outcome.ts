import type { Rule } from '../../compile/diagnostics.ts'

export default {
  name: 'money-outcome',
  severity: 'error',
  doc: 'What is said or left after a call that moves money stands in its ok or fail branch.',
} satisfies Rule

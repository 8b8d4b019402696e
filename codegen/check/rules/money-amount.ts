import type { Rule } from '../../compile/diagnostics.ts'

export default {
  name: 'money-amount',
  severity: 'error',
  doc: 'The amounts that a money call sends are the ones that its confirmation shows.',
} satisfies Rule

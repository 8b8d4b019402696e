import type { Rule } from '../../compile/diagnostics.ts'

export default {
  name: 'money-stale',
  severity: 'error',
  doc: 'Values that a confirmation shows cannot change before they are sent.',
} satisfies Rule

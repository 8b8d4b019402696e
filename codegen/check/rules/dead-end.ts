import type { Rule } from '../../compile/diagnostics.ts'

export default {
  name: 'dead-end',
  severity: 'error',
  doc: 'Every screen has a way back or on, even if a query fails.',
} satisfies Rule

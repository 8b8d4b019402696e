import type { Rule } from '../../compile/diagnostics.ts'

export default {
  name: 'query-effect',
  severity: 'error',
  doc: 'A query uses a call without side effects.',
} satisfies Rule

import type { Rule } from '../../compile/diagnostics.ts'

export default {
  name: 'query-cycle',
  severity: 'error',
  doc: 'The payload and “enabled” of a query do not depend on its own answer, directly or through other queries.',
} satisfies Rule

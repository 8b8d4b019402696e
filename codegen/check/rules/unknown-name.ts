import type { Rule } from '../../compile/diagnostics.ts'

export default {
  name: 'unknown-name',
  severity: 'error',
  doc: 'A name in an expression is in scope: a query, state, params, session, preferences, device, config, forms, queries, or a name from each, let or a branch.',
} satisfies Rule

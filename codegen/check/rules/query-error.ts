import type { Rule } from '../../compile/diagnostics.ts'

export default {
  name: 'query-error',
  severity: 'error',
  doc: '“showErrorOf” names a query that no surrounding node waits for, once; such a query has no “loading” and no “empty” placeholder.',
} satisfies Rule

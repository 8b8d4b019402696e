import type { Rule } from '../../compile/diagnostics.ts'

export default {
  name: 'unawaited-query',
  severity: 'error',
  doc: 'A query is read inside a node with “waitFor”, or after a comparison with null.',
} satisfies Rule

import type { Rule } from '../../compile/diagnostics.ts'

export default {
  name: 'unused-query',
  severity: 'warning',
  doc: 'A query is read.',
} satisfies Rule

import type { Rule } from '../../compile/diagnostics.ts'

export default {
  name: 'empty-list',
  severity: 'warning',
  doc: 'A query with pages of items has “emptyWhen”.',
} satisfies Rule

import type { Rule } from '../../compile/diagnostics.ts'

export default {
  name: 'empty-region',
  severity: 'warning',
  doc: 'A list that may be empty says so: its region has emptyWhen.',
} satisfies Rule

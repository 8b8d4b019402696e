import type { Rule } from '../../compile/diagnostics.ts'

export default {
  name: 'live-region',
  severity: 'error',
  doc: 'A value that ticks is not in a live region, and a text that a call changes is in one.',
} satisfies Rule

import type { Rule } from '../../compile/diagnostics.ts'

export default {
  name: 'gate-order',
  severity: 'error',
  doc: 'Gates stand in the order in which they can be opened: login first.',
} satisfies Rule

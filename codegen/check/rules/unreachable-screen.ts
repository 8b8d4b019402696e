import type { Rule } from '../../compile/diagnostics.ts'

export default {
  name: 'unreachable-screen',
  severity: 'warning',
  doc: 'A screen is reachable from a tab, the shell or another screen.',
} satisfies Rule

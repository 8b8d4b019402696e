import type { Rule } from '../../compile/diagnostics.ts'

export default {
  name: 'ignored-failure',
  severity: 'error',
  doc: 'A call whose failure is not told by a toast has a fail branch.',
} satisfies Rule

import type { Rule } from '../../compile/diagnostics.ts'

export default {
  name: 'duplicate-route',
  severity: 'error',
  doc: 'No two screens have the same id or the same route.',
} satisfies Rule

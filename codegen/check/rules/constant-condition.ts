import type { Rule } from '../../compile/diagnostics.ts'

export default {
  name: 'constant-condition',
  severity: 'warning',
  doc: 'A condition can be true and can be false.',
} satisfies Rule

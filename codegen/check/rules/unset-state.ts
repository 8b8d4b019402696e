import type { Rule } from '../../compile/diagnostics.ts'

export default {
  name: 'unset-state',
  severity: 'warning',
  doc: 'A state that is read is set by a step.',
} satisfies Rule

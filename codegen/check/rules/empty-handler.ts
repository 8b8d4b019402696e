import type { Rule } from '../../compile/diagnostics.ts'

export default {
  name: 'empty-handler',
  severity: 'error',
  doc: 'A handler has at least one step.',
} satisfies Rule

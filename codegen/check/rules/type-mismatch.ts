import type { Rule } from '../../compile/diagnostics.ts'

export default {
  name: 'type-mismatch',
  severity: 'error',
  doc: 'A value has the type that its place expects, and an operator has operands of its types.',
} satisfies Rule

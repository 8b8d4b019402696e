import type { Rule } from '../../compile/diagnostics.ts'

export default {
  name: 'type-mismatch',
  severity: 'error',
  doc: 'A value is of the type its place expects, and an operator gets operands it is made for.',
} satisfies Rule

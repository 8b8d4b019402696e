import type { Rule } from '../../compile/diagnostics.ts'

export default {
  name: 'untyped-value',
  severity: 'error',
  doc: 'A value whose type cannot be told is cast with string(), int() or double() before it is used.',
} satisfies Rule

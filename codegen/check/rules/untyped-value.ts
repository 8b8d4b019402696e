import type { Rule } from '../../compile/diagnostics.ts'

export default {
  name: 'untyped-value',
  severity: 'error',
  doc: 'A value of unknown type is converted with string(), int() or double() before use.',
} satisfies Rule

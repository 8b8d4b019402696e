import type { Rule } from '../../compile/diagnostics.ts'

export default {
  name: 'nullable-value',
  severity: 'error',
  doc: 'A value that may be null is narrowed before use: by “visible”, a ternary, &&, has() or orValue().',
} satisfies Rule

import type { Rule } from '../../compile/diagnostics.ts'

export default {
  name: 'long-expression',
  severity: 'warning',
  doc: 'An expression has at most 240 characters.',
} satisfies Rule

import type { Rule } from '../../compile/diagnostics.ts'

export default {
  name: 'unknown-function',
  severity: 'error',
  doc: 'A function or method in an expression exists.',
} satisfies Rule

import type { Rule } from '../../compile/diagnostics.ts'

export default {
  name: 'expression-syntax',
  severity: 'error',
  doc: 'An expression can be parsed and is within the limits.',
} satisfies Rule

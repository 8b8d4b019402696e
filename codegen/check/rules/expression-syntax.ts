import type { Rule } from '../../compile/diagnostics.ts'

export default {
  name: 'expression-syntax',
  severity: 'error',
  doc: 'An expression can be parsed and stays within its limits.',
} satisfies Rule

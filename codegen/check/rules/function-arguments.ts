import type { Rule } from '../../compile/diagnostics.ts'

export default {
  name: 'function-arguments',
  severity: 'error',
  doc: 'A function gets as many arguments as it takes, and literals where it needs them.',
} satisfies Rule

import type { Rule } from '../../compile/diagnostics.ts'

export default {
  name: 'function-arguments',
  severity: 'error',
  doc: 'A function has the right number of arguments, and literals where it requires them.',
} satisfies Rule

import type { Rule } from '../../compile/diagnostics.ts'

export default {
  name: 'unused-name',
  severity: 'warning',
  doc: 'A name that “let” gives to an expression is read by something.',
} satisfies Rule

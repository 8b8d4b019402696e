import type { Rule } from '../../compile/diagnostics.ts'

export default {
  name: 'division-by-zero',
  severity: 'error',
  doc: 'A divisor is a literal other than 0, or is compared with 0 before.',
} satisfies Rule

import type { Rule } from '../../compile/diagnostics.ts'

export default {
  name: 'unit-mismatch',
  severity: 'error',
  doc: 'Units are not mixed: price, money, quantity and time are different units.',
} satisfies Rule

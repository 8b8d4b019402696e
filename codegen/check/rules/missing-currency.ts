import type { Rule } from '../../compile/diagnostics.ts'

export default {
  name: 'missing-currency',
  severity: 'error',
  doc: 'Every amount, price and quantity says of which currency or symbol it is (x-of).',
} satisfies Rule

import type { Rule } from '../../compile/diagnostics.ts'

export default {
  name: 'missing-currency',
  severity: 'error',
  doc: 'Every amount, price and quantity names its currency or symbol (x-unit-ref).',
} satisfies Rule

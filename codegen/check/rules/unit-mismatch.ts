import type { Rule } from '../../compile/diagnostics.ts'

export default {
  name: 'unit-mismatch',
  severity: 'error',
  doc: 'Units are not mixed: a price is no money, a quantity no price, a time no number.',
} satisfies Rule

import type { Rule } from '../../compile/diagnostics.ts'

export default {
  name: 'currency-mismatch',
  severity: 'error',
  doc: 'Amounts are added, compared, shown and sent only as what they are of: one currency, one symbol.',
} satisfies Rule

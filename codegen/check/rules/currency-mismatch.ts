import type { Rule } from '../../compile/diagnostics.ts'

export default {
  name: 'currency-mismatch',
  severity: 'error',
  doc: 'Amounts are added, compared, shown and sent only with amounts of the same currency or symbol.',
} satisfies Rule

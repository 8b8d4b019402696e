import type { Rule } from '../../compile/diagnostics.ts'

export default {
  name: 'unbounded-array',
  severity: 'error',
  doc: 'A list of the contract has maxItems, and a payload has no map.',
} satisfies Rule

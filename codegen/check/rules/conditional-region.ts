import type { Rule } from '../../compile/diagnostics.ts'

export default {
  name: 'conditional-region',
  severity: 'error',
  doc: 'Data that is fetched only under a condition is waited for, or its failure told, by nodes of its own, not by the whole screen.',
} satisfies Rule

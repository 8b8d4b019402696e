import type { Rule } from '../../compile/diagnostics.ts'

export default {
  name: 'enum-value',
  severity: 'error',
  doc: 'A value is one of those that the schema allows.',
} satisfies Rule

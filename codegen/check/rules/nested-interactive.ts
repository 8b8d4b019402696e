import type { Rule } from '../../compile/diagnostics.ts'

export default {
  name: 'nested-interactive',
  severity: 'error',
  doc: 'A control is not inside another control.',
} satisfies Rule

import type { Rule } from '../../compile/diagnostics.ts'

export default {
  name: 'unknown-call',
  severity: 'error',
  doc: 'A call is one of the contract.',
} satisfies Rule

import type { Rule } from '../../compile/diagnostics.ts'

export default {
  name: 'duplicate-key',
  severity: 'error',
  doc: 'An object has each member name once.',
} satisfies Rule

import type { Rule } from '../../compile/diagnostics.ts'

export default {
  name: 'unknown-call',
  severity: 'error',
  doc: 'A call exists in schemas/api.',
} satisfies Rule

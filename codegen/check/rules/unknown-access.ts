import type { Rule } from '../../compile/diagnostics.ts'

export default {
  name: 'unknown-access',
  severity: 'error',
  doc: '“access” names access rules that exist.',
} satisfies Rule

import type { Rule } from '../../compile/diagnostics.ts'

export default {
  name: 'missing-property',
  severity: 'error',
  doc: 'Every required member is present.',
} satisfies Rule

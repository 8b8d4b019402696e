import type { Rule } from '../../compile/diagnostics.ts'

export default {
  name: 'target-size',
  severity: 'error',
  doc: 'A control is at least 44 px wide and high.',
} satisfies Rule

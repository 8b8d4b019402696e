import type { Rule } from '../../compile/diagnostics.ts'

export default {
  name: 'part-cycle',
  severity: 'error',
  doc: 'Parts do not include one another in a circle.',
} satisfies Rule

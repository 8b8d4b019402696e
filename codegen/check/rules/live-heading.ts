import type { Rule } from '../../compile/diagnostics.ts'

export default {
  name: 'live-heading',
  severity: 'error',
  doc: 'A heading is not a live region: screen readers would no longer list it as a heading.',
} satisfies Rule

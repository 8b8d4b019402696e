import type { Rule } from '../../compile/diagnostics.ts'

export default {
  name: 'navigation-params',
  severity: 'error',
  doc: 'A navigation gives every parameter that the screen requires.',
} satisfies Rule

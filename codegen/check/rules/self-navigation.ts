import type { Rule } from '../../compile/diagnostics.ts'

export default {
  name: 'self-navigation',
  severity: 'warning',
  doc: 'A navigation leads to another screen, or to the same screen with other parameters.',
} satisfies Rule

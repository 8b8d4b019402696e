import type { Rule } from '../../compile/diagnostics.ts'

export default {
  name: 'text-too-long',
  severity: 'error',
  doc: 'A text fits the width of its control in every language.',
} satisfies Rule

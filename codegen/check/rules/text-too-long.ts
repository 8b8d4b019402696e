import type { Rule } from '../../compile/diagnostics.ts'

export default {
  name: 'text-too-long',
  severity: 'error',
  doc: 'A text fits the room of the place that shows it, in every language.',
} satisfies Rule

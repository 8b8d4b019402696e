import type { Rule } from '../../compile/diagnostics.ts'

export default {
  name: 'plural-forms',
  severity: 'error',
  doc: 'A text with a count has every plural form of its language.',
} satisfies Rule

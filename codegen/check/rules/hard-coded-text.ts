import type { Rule } from '../../compile/diagnostics.ts'

export default {
  name: 'hard-coded-text',
  severity: 'error',
  doc: 'Words that the reader reads stand in locales, not in a screen.',
} satisfies Rule

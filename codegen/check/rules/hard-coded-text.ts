import type { Rule } from '../../compile/diagnostics.ts'

export default {
  name: 'hard-coded-text',
  severity: 'error',
  doc: 'Words for the user are in locales, not in a screen.',
} satisfies Rule

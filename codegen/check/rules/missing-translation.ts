import type { Rule } from '../../compile/diagnostics.ts'

export default {
  name: 'missing-translation',
  severity: 'error',
  doc: 'Every language has exactly the texts of the source language.',
} satisfies Rule

import type { Rule } from '../../compile/diagnostics.ts'

export default {
  name: 'unknown-text',
  severity: 'error',
  doc: 'The key of a text exists in the source language.',
} satisfies Rule

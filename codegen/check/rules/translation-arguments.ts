import type { Rule } from '../../compile/diagnostics.ts'

export default {
  name: 'translation-arguments',
  severity: 'error',
  doc: 'A translation has the same arguments as the source language.',
} satisfies Rule

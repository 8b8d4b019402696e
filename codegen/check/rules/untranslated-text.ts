import type { Rule } from '../../compile/diagnostics.ts'

export default {
  name: 'untranslated-text',
  severity: 'warning',
  doc: 'A translation is not a copy of the source language.',
} satisfies Rule

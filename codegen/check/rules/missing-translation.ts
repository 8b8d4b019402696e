import type { Rule } from '../../compile/diagnostics.ts'

export default {
  name: 'missing-translation',
  severity: 'error',
  doc: 'Every text of the source language exists in every other language, and no other.',
} satisfies Rule

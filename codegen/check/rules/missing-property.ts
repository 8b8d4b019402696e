import type { Rule } from '../../compile/diagnostics.ts'

export default {
  name: 'missing-property',
  severity: 'error',
  doc: 'What the language or a schema requires is there.',
} satisfies Rule

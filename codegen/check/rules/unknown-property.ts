import type { Rule } from '../../compile/diagnostics.ts'

export default {
  name: 'unknown-property',
  severity: 'error',
  doc: 'A screen, node, step, query or part has only the keywords of the language.',
} satisfies Rule

import type { Rule } from '../../compile/diagnostics.ts'

export default {
  name: 'unknown-property',
  severity: 'error',
  doc: 'A screen, node, step, region or part has only the properties of the language.',
} satisfies Rule

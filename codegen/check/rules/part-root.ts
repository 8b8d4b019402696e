import type { Rule } from '../../compile/diagnostics.ts'

export default {
  name: 'part-root',
  severity: 'error',
  doc: 'A part has exactly one root node, which is not repeated; either it or its use has “waitFor”.',
} satisfies Rule

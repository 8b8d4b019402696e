import type { Rule } from '../../compile/diagnostics.ts'

export default {
  name: 'part-root',
  severity: 'error',
  doc: 'A part has exactly one root node, which does not repeat and waits for no data.',
} satisfies Rule

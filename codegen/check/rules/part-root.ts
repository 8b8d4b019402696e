import type { Rule } from '../../compile/diagnostics.ts'

export default {
  name: 'part-root',
  severity: 'error',
  doc: 'A part has exactly one root node, which does not repeat; it waits for data only where its use does not.',
} satisfies Rule

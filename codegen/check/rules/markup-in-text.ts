import type { Rule } from '../../compile/diagnostics.ts'

export default {
  name: 'markup-in-text',
  severity: 'error',
  doc: 'A text has no tags, entities, Markdown or invisible characters.',
} satisfies Rule

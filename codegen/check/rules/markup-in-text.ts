import type { Rule } from '../../compile/diagnostics.ts'

export default {
  name: 'markup-in-text',
  severity: 'error',
  doc: 'A text is words: no tags, entities, Markdown or invisible characters.',
} satisfies Rule

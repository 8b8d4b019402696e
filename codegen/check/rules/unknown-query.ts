import type { Rule } from '../../compile/diagnostics.ts'

export default {
  name: 'unknown-query',
  severity: 'error',
  doc: '“waitFor”, “showErrorOf”, refresh and loadMore name queries of the screen.',
} satisfies Rule

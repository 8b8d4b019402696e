import type { Rule } from '../../compile/diagnostics.ts'

export default {
  name: 'unknown-region',
  severity: 'error',
  doc: 'A region named by needs, refresh or loadMore is one of the screen’s data.',
} satisfies Rule

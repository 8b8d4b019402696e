import type { Rule } from '../../compile/diagnostics.ts'

export default {
  name: 'conditional-query',
  severity: 'error',
  doc: 'A query with “enabled” is awaited by a node (waitFor), or its error is shown by one (showErrorOf).',
} satisfies Rule

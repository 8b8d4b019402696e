import type { Rule } from '../../compile/diagnostics.ts'

export default {
  name: 'reference-parameter',
  severity: 'error',
  doc: 'A parameter with “twoWay” gets a state of exactly its type, and a parameter with “query” gets a query of exactly its call.',
} satisfies Rule

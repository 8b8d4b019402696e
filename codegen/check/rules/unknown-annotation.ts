import type { Rule } from '../../compile/diagnostics.ts'

export default {
  name: 'unknown-annotation',
  severity: 'error',
  doc: 'An annotation (x-…) is one that the compiler reads, where it reads it.',
} satisfies Rule

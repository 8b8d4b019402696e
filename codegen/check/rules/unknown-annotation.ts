import type { Rule } from '../../compile/diagnostics.ts'

export default {
  name: 'unknown-annotation',
  severity: 'error',
  doc: 'An annotation (x-…) exists and is allowed at this place.',
} satisfies Rule

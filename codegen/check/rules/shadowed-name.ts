import type { Rule } from '../../compile/diagnostics.ts'

export default {
  name: 'shadowed-name',
  severity: 'error',
  doc: 'A name that is already in scope is not declared again.',
} satisfies Rule

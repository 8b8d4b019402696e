import type { Rule } from '../../compile/diagnostics.ts'

export default {
  name: 'literal-needed',
  severity: 'error',
  doc: 'A name that the compiler must know (call, route, form, query, state, icon of a step) is a literal.',
} satisfies Rule

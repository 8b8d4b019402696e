import type { Rule } from '../../compile/diagnostics.ts'

export default {
  name: 'schema-dialect',
  severity: 'error',
  doc: 'A schema keeps to the project’s subset of draft-07, and its references lead somewhere.',
} satisfies Rule

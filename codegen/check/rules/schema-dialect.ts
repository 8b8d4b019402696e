import type { Rule } from '../../compile/diagnostics.ts'

export default {
  name: 'schema-dialect',
  severity: 'error',
  doc: 'A schema uses only the project’s subset of draft-07, and its references exist.',
} satisfies Rule

import type { Rule } from '../../compile/diagnostics.ts'

export default {
  name: 'unused-name',
  severity: 'warning',
  doc: 'A name of “let” is read.',
} satisfies Rule

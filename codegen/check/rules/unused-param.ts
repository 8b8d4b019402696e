import type { Rule } from '../../compile/diagnostics.ts'

export default {
  name: 'unused-param',
  severity: 'warning',
  doc: 'A parameter of a screen or part is read.',
} satisfies Rule

import type { Rule } from '../../compile/diagnostics.ts'

export default {
  name: 'raw-pattern',
  severity: 'error',
  doc: 'A schema names its pattern by “format”: named patterns are proved to run in linear time.',
} satisfies Rule

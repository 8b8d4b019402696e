import type { Rule } from '../../compile/diagnostics.ts'

export default {
  name: 'raw-pattern',
  severity: 'error',
  doc: 'A schema names its pattern by format: only named patterns are proved safe from hostile text.',
} satisfies Rule

import type { Rule } from '../../compile/diagnostics.ts'

export default {
  name: 'plural-forms',
  severity: 'error',
  doc: 'A counted text has every plural form its language needs.',
} satisfies Rule

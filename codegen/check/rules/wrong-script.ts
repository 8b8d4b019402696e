import type { Rule } from '../../compile/diagnostics.ts'

export default {
  name: 'wrong-script',
  severity: 'error',
  doc: 'A translation is written in the script of its language.',
} satisfies Rule

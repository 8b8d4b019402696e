import type { Rule } from '../../compile/diagnostics.ts'

export default {
  name: 'duplicate-key',
  severity: 'error',
  doc: 'A name is written once in an object.',
} satisfies Rule

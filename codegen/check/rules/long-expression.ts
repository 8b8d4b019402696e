import type { Rule } from '../../compile/diagnostics.ts'

export default {
  name: 'long-expression',
  severity: 'warning',
  doc: 'An expression is short enough to be read: 240 characters, the names in it not written out.',
} satisfies Rule

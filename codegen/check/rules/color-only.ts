import type { Rule } from '../../compile/diagnostics.ts'

export default {
  name: 'color-only',
  severity: 'error',
  doc: 'Up and down are never told by colour alone.',
} satisfies Rule

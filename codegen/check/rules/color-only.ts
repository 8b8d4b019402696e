import type { Rule } from '../../compile/diagnostics.ts'

export default {
  name: 'color-only',
  severity: 'error',
  doc: 'Rise and fall are never shown by colour alone.',
} satisfies Rule

import type { Rule } from '../../compile/diagnostics.ts'

export default {
  name: 'unused-part',
  severity: 'warning',
  doc: 'A part is used by a screen or by another part.',
} satisfies Rule

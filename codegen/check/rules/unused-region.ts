import type { Rule } from '../../compile/diagnostics.ts'

export default {
  name: 'unused-region',
  severity: 'warning',
  doc: 'A data region is read by something.',
} satisfies Rule

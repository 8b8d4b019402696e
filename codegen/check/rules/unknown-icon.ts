import type { Rule } from '../../compile/diagnostics.ts'

export default {
  name: 'unknown-icon',
  severity: 'error',
  doc: 'An icon is one of the Icon widget’s.',
} satisfies Rule

import type { Rule } from '../../compile/diagnostics.ts'

export default {
  name: 'unknown-icon',
  severity: 'error',
  doc: 'An icon exists in the Icon widget.',
} satisfies Rule

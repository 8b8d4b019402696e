import type { Rule } from '../../compile/diagnostics.ts'

export default {
  name: 'single-autofocus',
  severity: 'error',
  doc: 'At most one field of a screen has autofocus.',
} satisfies Rule

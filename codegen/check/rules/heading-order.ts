import type { Rule } from '../../compile/diagnostics.ts'

export default {
  name: 'heading-order',
  severity: 'error',
  doc: 'A screen starts with one heading of level 1, and no level is skipped.',
} satisfies Rule

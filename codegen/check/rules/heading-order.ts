import type { Rule } from '../../compile/diagnostics.ts'

export default {
  name: 'heading-order',
  severity: 'error',
  doc: 'A screen has one heading of level 1, first, and no heading leaves out a level.',
} satisfies Rule

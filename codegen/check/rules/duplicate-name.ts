import type { Rule } from '../../compile/diagnostics.ts'

export default {
  name: 'duplicate-name',
  severity: 'error',
  doc: 'Two controls on one screen do not have the same accessible name and different actions.',
} satisfies Rule

import type { Rule } from '../../compile/diagnostics.ts'

export default {
  name: 'stuck-sheet',
  severity: 'error',
  doc: 'A sheet or dialog in a screen can be closed.',
} satisfies Rule

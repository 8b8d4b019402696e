import type { Rule } from '../../compile/diagnostics.ts'

export default {
  name: 'no-sheet',
  severity: 'error',
  doc: 'A sheet is closed from within a sheet.',
} satisfies Rule

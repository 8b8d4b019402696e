import type { Rule } from '../../compile/diagnostics.ts'

export default {
  name: 'no-sheet',
  severity: 'error',
  doc: '“closeSheet” is used only inside a sheet.',
} satisfies Rule

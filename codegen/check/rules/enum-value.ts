import type { Rule } from '../../compile/diagnostics.ts'

export default {
  name: 'enum-value',
  severity: 'error',
  doc: 'A value is among those its place allows.',
} satisfies Rule

import type { Rule } from '../../compile/diagnostics.ts'

export default {
  name: 'guard-loop',
  severity: 'error',
  doc: 'The screen that opens a gate does not itself stand behind that gate.',
} satisfies Rule

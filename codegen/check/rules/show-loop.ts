import type { Rule } from '../../compile/diagnostics.ts'

export default {
  name: 'show-loop',
  severity: 'error',
  doc: 'Screens that navigate by themselves do not form a loop.',
} satisfies Rule

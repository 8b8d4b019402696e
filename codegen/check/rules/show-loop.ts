import type { Rule } from '../../compile/diagnostics.ts'

export default {
  name: 'show-loop',
  severity: 'error',
  doc: 'Screens that lead on by themselves do not lead in a circle.',
} satisfies Rule

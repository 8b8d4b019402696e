import type { Rule } from '../../compile/diagnostics.ts'

export default {
  name: 'unreachable-step',
  severity: 'error',
  doc: 'No step stands after one that leaves the screen.',
} satisfies Rule

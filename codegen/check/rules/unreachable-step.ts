import type { Rule } from '../../compile/diagnostics.ts'

export default {
  name: 'unreachable-step',
  severity: 'error',
  doc: 'No step follows a step that leaves the screen.',
} satisfies Rule

import type { Rule } from '../../compile/diagnostics.ts'

export default {
  name: 'access-loop',
  severity: 'error',
  doc: 'The screen on which a user meets an access rule does not require that rule.',
} satisfies Rule

import type { Rule } from '../../compile/diagnostics.ts'

export default {
  name: 'access-screen',
  severity: 'error',
  doc: 'Every access rule that a screen uses has a screen on which the user can meet it.',
} satisfies Rule

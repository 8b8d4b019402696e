import type { Rule } from '../../compile/diagnostics.ts'

export default {
  name: 'unread-result',
  severity: 'error',
  doc: 'A screen that opens a screen with a result has the parameter “result”, which accepts the result.',
} satisfies Rule

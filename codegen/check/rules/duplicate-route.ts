import type { Rule } from '../../compile/diagnostics.ts'

export default {
  name: 'duplicate-route',
  severity: 'error',
  doc: 'Each screen has its own id and its own route.',
} satisfies Rule

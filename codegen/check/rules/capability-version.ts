import type { Rule } from '../../compile/diagnostics.ts'

export default {
  name: 'capability-version',
  severity: 'error',
  doc: 'A widget or action that takes or has something else than in the last release has a higher version.',
} satisfies Rule

import type { Rule } from '../../compile/diagnostics.ts'

export default {
  name: 'capability-version',
  severity: 'error',
  doc: 'A widget or action whose props, events, slots or arguments differ from the last release has a higher version.',
} satisfies Rule

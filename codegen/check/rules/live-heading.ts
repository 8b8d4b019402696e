import type { Rule } from '../../compile/diagnostics.ts'

export default {
  name: 'live-heading',
  severity: 'error',
  doc: 'A heading does not read out its changes: what is told is no longer found among the headings.',
} satisfies Rule

import type { Rule } from '../../compile/diagnostics.ts'

export default {
  name: 'live-region',
  severity: 'error',
  doc: 'A value that ticks stands where it is not read out at each tick, and a text that a call changes where it is read out.',
} satisfies Rule

import type { Rule } from '../../compile/diagnostics.ts'

export default {
  name: 'gate-needed',
  severity: 'error',
  doc: 'A call that the contract gates (needs) stands on a screen with that access, or under a condition that says the gate is open.',
} satisfies Rule

import type { Rule } from '../../compile/diagnostics.ts'

export default {
  name: 'access-needed',
  severity: 'error',
  doc: 'A call that requires an access rule is used on a screen with that rule in “access”, or under a condition that proves the rule.',
} satisfies Rule

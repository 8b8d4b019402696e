import type { Rule } from '../../compile/diagnostics.ts'

export default {
  name: 'access-order',
  severity: 'error',
  doc: 'Access rules are listed in the order in which a user can meet them: login first.',
} satisfies Rule

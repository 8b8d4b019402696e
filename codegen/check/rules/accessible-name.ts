import type { Rule } from '../../compile/diagnostics.ts'

export default {
  name: 'accessible-name',
  severity: 'error',
  doc: 'What can be operated, and every list and region that needs one, has a name for readers who do not see it.',
} satisfies Rule

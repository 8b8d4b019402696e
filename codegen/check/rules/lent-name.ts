import type { Rule } from '../../compile/diagnostics.ts'

export default {
  name: 'lent-name',
  severity: 'error',
  doc: 'What a part sets or waits for is lent to it by name: a state of the very type, a region of the very call.',
} satisfies Rule

import type { Rule } from '../../compile/diagnostics.ts'

export default {
  name: 'told-region',
  severity: 'error',
  doc: 'A node tells the failure of data that nothing round it waits for, once, and such data has no look for its loading or its being empty.',
} satisfies Rule

import type { Rule } from '../../compile/diagnostics.ts'

export default {
  name: 'raw-number',
  severity: 'error',
  doc: 'Numbers and times are shown through a formatting function.',
} satisfies Rule

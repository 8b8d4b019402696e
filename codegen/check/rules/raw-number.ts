import type { Rule } from '../../compile/diagnostics.ts'

export default {
  name: 'raw-number',
  severity: 'error',
  doc: 'The reader sees numbers and times as a formatter writes them, never as they are stored.',
} satisfies Rule

import type { Rule } from '../../compile/diagnostics.ts'

export default {
  name: 'format-mismatch',
  severity: 'error',
  doc: 'A string of one format (address, route, icon, symbol, currency …) is not used where another format is expected.',
} satisfies Rule

import type { Rule } from '../../compile/diagnostics.ts'

export default {
  name: 'format-mismatch',
  severity: 'error',
  doc: 'A string of one kind (address, route, icon, symbol, currency …) does not stand where another is expected.',
} satisfies Rule

import type { Rule } from '../../compile/diagnostics.ts'

export default {
  name: 'missing-row-key',
  severity: 'error',
  doc: 'A repeater has a key: a text or whole number that tells its rows apart.',
} satisfies Rule

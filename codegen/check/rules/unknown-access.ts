import type { Rule } from '../../compile/diagnostics.ts'

export default {
  name: 'unknown-access',
  severity: 'error',
  doc: 'An access gate is one that the app can guard.',
} satisfies Rule

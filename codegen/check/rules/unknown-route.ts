import type { Rule } from '../../compile/diagnostics.ts'

export default {
  name: 'unknown-route',
  severity: 'error',
  doc: 'A route is the route of a screen.',
} satisfies Rule

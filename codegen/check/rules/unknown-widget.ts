import type { Rule } from '../../compile/diagnostics.ts'

export default {
  name: 'unknown-widget',
  severity: 'error',
  doc: 'A node names a widget that exists.',
} satisfies Rule

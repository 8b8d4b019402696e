import type { Rule } from '../../compile/diagnostics.ts'

export default {
  name: 'unknown-action',
  severity: 'error',
  doc: 'A step names an action that exists.',
} satisfies Rule

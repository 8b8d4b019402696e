import type { Rule } from '../../compile/diagnostics.ts'

export default {
  name: 'wrong-shape',
  severity: 'error',
  doc: 'A member is an object, a list or a text where one is expected.',
} satisfies Rule

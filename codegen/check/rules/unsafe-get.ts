import type { Rule } from '../../compile/diagnostics.ts'

export default {
  name: 'unsafe-get',
  severity: 'error',
  doc: 'A call with side effects is a POST: a GET may be repeated.',
} satisfies Rule

import type { Rule } from '../../compile/diagnostics.ts'

export default {
  name: 'unsafe-get',
  severity: 'error',
  doc: 'A call that changes something is a POST: what is fetched with GET may be fetched again.',
} satisfies Rule

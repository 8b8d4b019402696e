import type { Rule } from '../../compile/diagnostics.ts'

export default {
  name: 'ignored-failure',
  severity: 'error',
  doc: 'A call with “silent” has an “onError” branch.',
} satisfies Rule

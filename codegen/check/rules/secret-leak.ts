import type { Rule } from '../../compile/diagnostics.ts'

export default {
  name: 'secret-leak',
  severity: 'error',
  doc: 'A secret is sent to the server only: never shown, stored or put into a URL.',
} satisfies Rule

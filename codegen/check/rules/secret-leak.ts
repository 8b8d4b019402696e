import type { Rule } from '../../compile/diagnostics.ts'

export default {
  name: 'secret-leak',
  severity: 'error',
  doc: 'What is secret is sent, and never shown, kept or put into an address.',
} satisfies Rule

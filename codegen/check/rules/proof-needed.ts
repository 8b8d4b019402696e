import type { Rule } from '../../compile/diagnostics.ts'

export default {
  name: 'proof-needed',
  severity: 'error',
  doc: 'A call that needs the payment password comes after the step that asks for it.',
} satisfies Rule

import type { Rule } from '../../compile/diagnostics.ts'

export default {
  name: 'proof-needed',
  severity: 'error',
  doc: 'A call that requires the payment password is in the “onSuccess” branch of the step that asks for it.',
} satisfies Rule

import type { Rule } from '../../compile/diagnostics.ts'

export default {
  name: 'unknown-form',
  severity: 'error',
  doc: 'A form and its fields exist in schemas/forms.',
} satisfies Rule

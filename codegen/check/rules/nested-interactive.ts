import type { Rule } from '../../compile/diagnostics.ts'

export default {
  name: 'nested-interactive',
  severity: 'error',
  doc: 'Nothing that can be pressed stands in something else that is pressed as a whole.',
} satisfies Rule

import type { Rule } from '../../compile/diagnostics.ts'

export default {
  name: 'money-repeat',
  severity: 'error',
  doc: 'One confirmation allows one call that moves money.',
} satisfies Rule

import type { Rule } from '../../compile/diagnostics.ts'

export default {
  name: 'money-repeat',
  severity: 'error',
  doc: 'One yes of the reader sends one call that moves money.',
} satisfies Rule

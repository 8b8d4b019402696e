import type { Rule } from '../../compile/diagnostics.ts'

export default {
  name: 'money-trigger',
  severity: 'error',
  doc: 'A call that moves money starts with something the reader presses, which waits while it runs.',
} satisfies Rule

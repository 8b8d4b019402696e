import type { Rule } from '../../compile/diagnostics.ts'

export default {
  name: 'money-stale',
  severity: 'error',
  doc: 'What a confirm has shown cannot change before it is sent.',
} satisfies Rule

import type { Rule } from '../../compile/diagnostics.ts'

export default {
  name: 'text-arguments',
  severity: 'error',
  doc: 'A text gets exactly the arguments that it names, as texts or numbers.',
} satisfies Rule

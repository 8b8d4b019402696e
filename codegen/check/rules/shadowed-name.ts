import type { Rule } from '../../compile/diagnostics.ts'

export default {
  name: 'shadowed-name',
  severity: 'error',
  doc: 'A repeater or lambda does not take a name that already stands for something else.',
} satisfies Rule

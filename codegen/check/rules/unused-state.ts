import type { Rule } from '../../compile/diagnostics.ts'

export default {
  name: 'unused-state',
  severity: 'warning',
  doc: 'A state is read.',
} satisfies Rule

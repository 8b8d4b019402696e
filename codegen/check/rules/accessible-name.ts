import type { Rule } from '../../compile/diagnostics.ts'

export default {
  name: 'accessible-name',
  severity: 'error',
  doc: 'Every control, and every list and region that needs a name, has an accessible name.',
} satisfies Rule

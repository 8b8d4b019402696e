import type { Rule } from '../../compile/diagnostics.ts'

export default {
  name: 'navigation-params',
  severity: 'error',
  doc: 'Whatever leads to a screen can give the parameters it requires.',
} satisfies Rule

import type { Rule } from '../../compile/diagnostics.ts'

export default {
  name: 'contract-shape',
  severity: 'error',
  doc: 'The files of the contract (calls, forms, widgets, actions, shell) have the required members.',
} satisfies Rule

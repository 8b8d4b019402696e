import type { Rule } from '../../compile/diagnostics.ts'

export default {
  name: 'duplicate-name',
  severity: 'error',
  doc: 'No two controls that can be on a screen together have the same name and do different things.',
} satisfies Rule

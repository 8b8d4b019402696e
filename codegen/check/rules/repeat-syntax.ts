import type { Rule } from '../../compile/diagnostics.ts'

export default {
  name: 'repeat-syntax',
  severity: 'error',
  doc: 'A repeater is written “item in list” or “item, index in list”.',
} satisfies Rule

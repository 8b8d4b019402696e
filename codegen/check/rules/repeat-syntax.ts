import type { Rule } from '../../compile/diagnostics.ts'

export default {
  name: 'repeat-syntax',
  severity: 'error',
  doc: '“each” is “item in list” or “item, index in list”.',
} satisfies Rule

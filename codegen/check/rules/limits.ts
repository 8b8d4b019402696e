import type { Rule } from '../../compile/diagnostics.ts'

export default {
  name: 'limits',
  severity: 'error',
  doc: 'A screen has at most 256 KB, 32 levels and 2 000 nodes, parts included; files and expressions have limits of their own.',
} satisfies Rule

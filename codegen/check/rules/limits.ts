import type { Rule } from '../../compile/diagnostics.ts'

export default {
  name: 'limits',
  severity: 'error',
  doc: 'A screen stays under 256 KB, 32 levels and 2 000 nodes, parts counted where they are used; every file and expression under bounds of its own.',
} satisfies Rule

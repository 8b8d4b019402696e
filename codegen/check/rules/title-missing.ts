import type { Rule } from '../../compile/diagnostics.ts'

export default {
  name: 'title-missing',
  severity: 'error',
  doc: 'A screen has a title, unless it is a tab or has no navigation bar.',
} satisfies Rule

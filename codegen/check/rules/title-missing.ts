import type { Rule } from '../../compile/diagnostics.ts'

export default {
  name: 'title-missing',
  severity: 'error',
  doc: 'A screen has a title of its own, unless it is a tab or has no bar.',
} satisfies Rule

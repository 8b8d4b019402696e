import type { Rule } from '../../compile/diagnostics.ts'

export default {
  name: 'json-syntax',
  severity: 'error',
  doc: 'A file is JSON: no comments, no trailing commas.',
} satisfies Rule

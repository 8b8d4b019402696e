import type { Rule } from '../../compile/diagnostics.ts'

export default {
  name: 'image-alternative',
  severity: 'error',
  doc: 'A picture or chart has a text alternative, or is marked as decoration.',
} satisfies Rule

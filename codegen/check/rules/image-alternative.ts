import type { Rule } from '../../compile/diagnostics.ts'

export default {
  name: 'image-alternative',
  severity: 'error',
  doc: 'A picture or chart says what it shows, or that it is decoration.',
} satisfies Rule

import type { Rule } from '../../compile/diagnostics.ts'

export default {
  name: 'contrast',
  severity: 'error',
  doc: 'Every pair of colours has the contrast that WCAG 2 requires, in each theme and each choice of up and down colours.',
} satisfies Rule

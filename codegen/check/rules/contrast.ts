import type { Rule } from '../../compile/diagnostics.ts'

export default {
  name: 'contrast',
  severity: 'error',
  doc: 'Every pair of colours that is drawn stands out as WCAG 2 asks, in each theme and each pair of up and down colours.',
} satisfies Rule

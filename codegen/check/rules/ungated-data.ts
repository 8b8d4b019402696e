import type { Rule } from '../../compile/diagnostics.ts'

export default {
  name: 'ungated-data',
  severity: 'error',
  doc: 'A data region is read inside a node that needs it, or after a comparison with null.',
} satisfies Rule

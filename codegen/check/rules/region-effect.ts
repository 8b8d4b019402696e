import type { Rule } from '../../compile/diagnostics.ts'

export default {
  name: 'region-effect',
  severity: 'error',
  doc: 'A data region reads: its call changes nothing.',
} satisfies Rule

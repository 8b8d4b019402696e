import type { Rule } from '../../compile/diagnostics.ts'

export default {
  name: 'app-bar',
  severity: 'error',
  doc: 'Nodes at the end of the app’s bar stand on a screen that has this bar, few enough for a phone of 320 px, and wait for no data.',
} satisfies Rule

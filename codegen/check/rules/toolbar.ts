import type { Rule } from '../../compile/diagnostics.ts'

export default {
  name: 'toolbar',
  severity: 'error',
  doc: 'A “toolbar” belongs to a screen with the app’s navigation bar, has at most three nodes and waits for no query.',
} satisfies Rule

import type { Rule } from '../../compile/diagnostics.ts'

export default {
  name: 'dead-end',
  severity: 'error',
  doc: 'From every screen something leads on or back, whatever has been fetched.',
} satisfies Rule

import type { Rule } from '../../compile/diagnostics.ts'

export default {
  name: 'gate-screen',
  severity: 'error',
  doc: 'A gate that a screen asks for has the screen that opens it.',
} satisfies Rule

import type { Rule } from '../../compile/diagnostics.ts'

export default {
  name: 'unknown-name',
  severity: 'error',
  doc: 'A name in an expression is one of the scope: data, state, params, session, device, config, draft, meta, a repeater’s or a branch’s.',
} satisfies Rule

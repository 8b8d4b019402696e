import type { Report, Rule } from '../../compile/diagnostics.ts'

const rule: Rule = {
  name: 'empty-handler',
  severity: 'error',
  doc: 'A handler has at least one step.',
}
export default rule

export const noStep = (): Report => ({
  rule,
  message: 'This handler has no step, so nothing happens.',
  suggestion: 'Remove the handler, or add a step.',
})

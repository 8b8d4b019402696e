import type { Report, Rule } from '../../compile/diagnostics.ts'

const rule: Rule = {
  name: 'empty-handler',
  severity: 'error',
  doc: 'A handler has at least one step, and so has a branch of a condition.',
}
export default rule

export const noStep = (): Report => ({
  rule,
  message: 'This handler has no step, so nothing happens.',
  suggestion: 'Remove the handler, or add a step.',
})

export const noBranchStep = (): Report => ({
  rule,
  message: 'No branch of this condition has a step, so nothing happens.',
  suggestion: 'Remove the condition, or add a step to a branch.',
})

import type { Report, Rule } from '../source/diagnostics.ts'

const rule: Rule = {
  name: 'empty-handler',
  severity: 'error',
  doc: 'A handler has at least one step, and so has a branch of a condition.',
}
export default rule

export const noStep = (): Report => ({
  rule,
  code: 'noStep',
})

export const noBranchStep = (): Report => ({
  rule,
  code: 'noBranchStep',
})

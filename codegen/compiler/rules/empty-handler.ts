import type { Rule } from '../rule.ts'

const rule: Rule = {
  meta: {
    name: 'empty-handler',
    severity: 'error',
    doc: 'A handler has at least one step, and so has a branch of a condition; a confirmation has a step after it.',
  },
  on: {
    branchWithoutStep: (_, report) => report({ code: 'noBranchStep' }),
    confirmationWithoutStep: ({ action }, report) => report({ code: 'nothingConfirmed', params: { action } }),
    handlerWithoutStep: (_, report) => report({ code: 'noStep' }),
  },
}
export default rule

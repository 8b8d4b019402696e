import type { Rule } from '../rule.ts'
import { didYouMean } from '../source/names/nearest.ts'

const rule: Rule = {
  meta: {
    name: 'unknown-action',
    severity: 'error',
    doc: 'A step names an action that exists.',
  },
  on: {
    unknownAction: ({ action, actions }, report) =>
      report({ code: 'noAction', params: { action }, suggestion: didYouMean(action, actions) }),
  },
}
export default rule

import type { Report, Rule } from '../source/diagnostics.ts'
import { didYouMean } from '../source/nearest.ts'

const rule: Rule = {
  name: 'unknown-action',
  severity: 'error',
  doc: 'A step names an action that exists.',
}
export default rule

export const noAction = (action: string, actions: Iterable<string>): Report => ({
  rule,
  code: 'noAction',
  params: { action },
  suggestion: didYouMean(action, actions),
})

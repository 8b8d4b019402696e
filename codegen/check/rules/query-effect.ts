import type { CheckingRule } from '../../compile/checkingRule.ts'
import type { Report } from '../../compile/diagnostics.ts'
import { itemsOf, member } from '../../compile/source.ts'

const rule: CheckingRule = {
  name: 'query-effect',
  severity: 'error',
  doc: 'A query uses a call without side effects, and a call of effect “read” lists no changes and has no success message.',
  call({ name, root, effect }, report) {
    if (effect !== 'read') return
    const changes = member(root, 'changes')
    const success = member(root, 'success')
    if (changes && (changes.type !== 'array' || itemsOf(changes).length > 0))
      report(readChanges(name), changes, 'changes')
    else if (success && success.type === 'string') report(readSucceeds(name), success, 'success')
  },
}
export default rule

export const queryWithEffect = (call: string): Report => ({
  rule,
  message: `"${call}" has side effects, and a query is sent each time the screen is opened, comes back into view or is refreshed.`,
  suggestion: 'Make it a step: {"action": "call", …}.',
})

const readChanges = (call: string): Report => ({
  rule,
  message: `"${call}" has the effect "read", and "changes" says that it changes data.`,
  suggestion: 'Write "effect": "write", or remove "changes".',
})

const readSucceeds = (call: string): Report => ({
  rule,
  message: `"${call}" has the effect "read", and only a call that changes something has a success message.`,
  suggestion: 'Write "effect": "write", or remove "success".',
})

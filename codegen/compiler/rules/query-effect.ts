import type { CheckingRule } from '../checkingRule.ts'
import type { Report } from '../source/diagnostics.ts'
import { itemsOf, member } from '../source/source.ts'

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
  code: 'queryWithEffect',
  params: { call },
})

const readChanges = (call: string): Report => ({
  rule,
  code: 'readChanges',
  params: { call },
})

const readSucceeds = (call: string): Report => ({
  rule,
  code: 'readSucceeds',
  params: { call },
})

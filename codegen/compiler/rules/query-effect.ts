import type { Rule } from '../rule.ts'
import type { Report } from '../source/findings/diagnostics.ts'
import { itemsOf, member } from '../source/source.ts'

const rule: Rule = {
  meta: {
    name: 'query-effect',
    severity: 'error',
    doc: 'A query uses a call without side effects, and a call of effect “read” lists no changes and has no success message.',
  },
  on: {
    call({ name, root, effect }, report) {
      if (effect !== 'read') return
      const changes = member(root, 'changes')
      const success = member(root, 'success')
      if (changes && (changes.type !== 'array' || itemsOf(changes).length > 0))
        report(readChanges(name), changes, 'changes')
      else if (success && success.type === 'string') report(readSucceeds(name), success, 'success')
    },
    queryWithEffect: ({ call }, report) => report({ code: 'queryWithEffect', params: { call } }),
  },
}
export default rule

const readChanges = (call: string): Report => ({
  code: 'readChanges',
  params: { call },
})

const readSucceeds = (call: string): Report => ({
  code: 'readSucceeds',
  params: { call },
})

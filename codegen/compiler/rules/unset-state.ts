import type { Rule } from '../rule.ts'
import type { Report } from '../source/findings/diagnostics.ts'

const rule: Rule = {
  meta: {
    name: 'unset-state',
    severity: 'warning',
    hiddenBy: 'file',
    follows: {
      // A handler without a step is the one that sets it.
      'empty-handler': 'project',
    },
    doc: 'A state that is read is set by a step.',
  },
  on: {
    unit({ states, params }, report) {
      for (const [name, { used, set, at }] of states) if (used && !set) report(unsetState(name), at, `state/${name}`)
      for (const [name, { set, at }] of params) if (set === false) report(unsetParam(name), at, `params/${name}`)
    },
  },
}
export default rule

const unsetState = (name: string): Report => ({
  code: 'unsetState',
  params: { name },
})

const unsetParam = (name: string): Report => ({
  code: 'unsetParam',
  params: { name },
})

import type { Rule } from '../rule.ts'
import type { Report } from '../source/findings/diagnostics.ts'

const rule: Rule = {
  meta: {
    name: 'unused-state',
    severity: 'warning',
    hiddenBy: 'file',
    doc: 'A state is read.',
  },
  on: {
    unit({ states }, report) {
      for (const [name, { used, at }] of states) if (!used) report(unusedState(name), at, `state/${name}`)
    },
  },
}
export default rule

const unusedState = (name: string): Report => ({
  code: 'unusedState',
  params: { name },
})

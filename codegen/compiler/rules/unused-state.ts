import type { CheckingRule } from '../checkingRule.ts'
import type { Report } from '../source/diagnostics.ts'

const rule: CheckingRule = {
  name: 'unused-state',
  severity: 'warning',
  hiddenBy: 'file',
  doc: 'A state is read.',
  unit({ states }, report) {
    for (const [name, { used, at }] of states) if (!used) report(unusedState(name), at, `state/${name}`)
  },
}
export default rule

const unusedState = (name: string): Report => ({
  rule,
  code: 'unusedState',
  params: { name },
})

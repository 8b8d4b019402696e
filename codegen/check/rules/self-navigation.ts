import type { Screen, Step } from '../../../src/core/program.ts'
import { entriesOf, isOperation, sameExpr } from '../../../src/core/visit.ts'
import type { CheckingRule } from '../../compile/checkingRule.ts'
import type { Contract } from '../../compile/contract.ts'
import type { Report } from '../../compile/diagnostics.ts'
import { exitsOfBody } from '../../compile/flow/exits.ts'
import { argumentOfKind } from '../../compile/flow/stateChanges.ts'

const rule: CheckingRule = {
  name: 'self-navigation',
  severity: 'warning',
  doc: 'A navigation leads to another screen, or to the same screen with other parameters.',
  screen({ screen, contract }, report) {
    for (const { to, at, step } of exitsOfBody(screen, contract)) {
      if (to !== screen.route || (step && !sameParams(screen, step, contract))) continue
      report(sameScreen(), step ? `${at}/${argumentOfKind(contract.actions.get(step.action), 'route') ?? ''}` : at)
    }
  },
}
export default rule

const sameScreen = (): Report => ({
  rule,
  message: 'This navigates to its own screen, with the same parameters.',
  suggestion: 'Use {"action": "refresh"} to fetch its data again.',
})

function sameParams(screen: Screen, step: Step, contract: Contract): boolean {
  const argument = argumentOfKind(contract.actions.get(step.action), 'params') ?? ''
  const given = step.exprs?.[argument] ?? null
  const names = Object.keys(screen.params)
  if (names.length === 0) return true
  if (!isOperation(given) || given[0] !== 'map') return false
  const entries = new Map(entriesOf(given))
  return names.every((name) => sameExpr(entries.get(name), ['@', 'params', name]))
}

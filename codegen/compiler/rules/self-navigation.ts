import type { Expr, Json, Operation, Screen, Step } from '../../../src/engine/language/expressions/program.ts'
import { entriesOf, isOperation, sameExpr, someOperation } from '../../../src/engine/language/expressions/visit.ts'
import type { Rule } from '../rule.ts'
import type { Vocabulary } from '../contract/contract.ts'
import type { Report } from '../source/findings/diagnostics.ts'
import { exitsOfScreen } from '../flow/exits.ts'
import { argumentOfKind } from '../flow/stateChanges.ts'

const rule: Rule = {
  meta: {
    name: 'self-navigation',
    severity: 'warning',
    doc: 'A navigation leads to another screen, or to the same screen with other parameters.',
  },
  on: {
    screen({ screen, contract }, report) {
      for (const { to, at, step, surroundings } of exitsOfScreen(screen, contract)) {
        // When it is shown, it is a loop: show-loop.
        if (to !== screen.route || at.startsWith('onShow/')) continue
        const isWithoutParams = step !== undefined && givenParams(step, contract) === undefined
        const resets = surroundings.conditions.some(({ expr }) => someOperation(expr, isParam))
        if (step && !sameParams(screen, step, contract) && (!isWithoutParams || resets)) continue
        report(sameScreen(), step ? `${at}/${argumentOfKind(contract.actions.get(step.action), 'route') ?? ''}` : at)
      }
    },
  },
}
export default rule

const sameScreen = (): Report => ({
  code: 'sameScreen',
})

const isParam = ([op, root]: Operation): boolean => op === '@' && root === 'params'

/** The parameters that a step gives. */
function givenParams(step: Step, contract: Vocabulary): Expr | Json | undefined {
  const argument = argumentOfKind(contract.actions.get(step.action), 'params') ?? ''
  return step.exprs?.[argument] ?? step.args?.[argument]
}

function sameParams(screen: Screen, step: Step, contract: Vocabulary): boolean {
  const given = givenParams(step, contract)
  const names = Object.keys(screen.params)
  if (names.length === 0) return true
  if (!isOperation(given as Expr) || (given as Operation)[0] !== 'map') return false
  const entries = new Map(entriesOf(given as Operation & readonly ['map', ...Expr[]]))
  return names.every((name) => sameExpr(entries.get(name), ['@', 'params', name]))
}

import type { Step } from '../../../src/engine/language/expressions/program.ts'
import { canonicalJson } from '../../../src/engine/language/values/canonicalJson.ts'
import { operationsOf } from '../../../src/engine/language/expressions/visit.ts'
import type { Rule, ReportAt } from '../rule.ts'
import { withoutSourcePaths } from '../compare/nodeComparison.ts'
import type { Vocabulary } from '../contract/contract.ts'
import type { Report } from '../source/findings/diagnostics.ts'
import { isState } from '../flow/stateValues.ts'
import { argumentOfKind } from '../flow/stateChanges.ts'
import { walkStepLists } from '../flow/walk.ts'
import { sentCall } from '../flow/sentCall.ts'

const rule: Rule = {
  meta: {
    name: 'repeated-step',
    severity: 'warning',
    hiddenBy: 'file',
    doc: 'A step does not repeat the one before it, and does not set what that one has just set.',
  },
  on: {
    screen({ screen, contract }, report) {
      walkStepLists(screen, contract.actions, (steps) => checkSequence(steps, contract, report))
    },
  },
}
export default rule

function checkSequence(steps: readonly Step[], contract: Vocabulary, report: ReportAt): void {
  for (const [index, step] of steps.entries()) {
    const before = steps[index - 1]
    if (!before) continue
    // A second payment is a separate finding: money-repeat.
    if (sentCall(step, contract)?.effect === 'money') continue
    if (
      step.action === before.action &&
      canonicalJson(withoutSourcePaths(step)) === canonicalJson(withoutSourcePaths(before))
    )
      report(repeats(step.action), step.sourcePath)
    else if (isOverwritten(before, step, contract))
      report(overwritten(String(stateOf(step, contract))), before.sourcePath)
  }
}

/** The state that a step sets as a whole. */
const stateOf = ({ action, args }: Step, { actions }: Vocabulary): string | undefined => {
  const name = argumentOfKind(actions.get(action), 'state')
  const state = name === undefined ? undefined : args?.[name]
  return typeof state === 'string' && !state.includes('.') ? state : undefined
}

/** Whether a step sets the state of the step before it, and does not read it. */
function isOverwritten(before: Step, step: Step, contract: Vocabulary): boolean {
  const state = stateOf(step, contract)
  return (
    state !== undefined &&
    stateOf(before, contract) === state &&
    !Object.values(step.exprs ?? {}).some((expr) => operationsOf(expr).some((operation) => isState(operation, state)))
  )
}

const repeats = (action: string): Report => ({
  code: 'repeats',
  params: { action },
})

const overwritten = (state: string): Report => ({
  code: 'overwritten',
  params: { state },
})

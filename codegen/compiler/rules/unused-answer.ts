import type { Screen, Step } from '../../../src/engine/language/expressions/program.ts'
import { readsLocal, someExprWithin } from '../../../src/engine/language/expressions/visit.ts'
import type { Rule } from '../rule.ts'
import type { Vocabulary } from '../contract/contract.ts'
import type { Report } from '../source/findings/diagnostics.ts'
import { isSuccess } from '../flow/outcomes.ts'
import { argumentOfKind } from '../flow/stateChanges.ts'
import { walkScreen } from '../flow/walk.ts'

const rule: Rule = {
  meta: {
    name: 'unused-answer',
    severity: 'warning',
    hiddenBy: 'file',
    countsPlaces: true,
    doc: 'Steps follow the answer of a call that only reads, no step sets a constant in place of the answer, and a token of an answer is used.',
  },
  on: {
    screen({ screen, contract }, report) {
      walkScreen(screen, {
        actions: contract.actions,
        step(step) {
          const sends = contract.actions.get(step.action)?.sends
          const call = sends === undefined ? undefined : contract.calls.get(String(step.args?.[sends]))
          const isUsed = Object.entries(step.branches ?? {}).some(
            ([name, steps]) => name !== 'onError' && steps.length > 0,
          )
          if (!call) return
          if (call.effect === 'read' && !isUsed) report(notUsed(call.id), step.sourcePath)
          for (const [branch, steps] of Object.entries(step.branches ?? {})) {
            const action = contract.actions.get(step.action)
            const answer = isSuccess(action, branch) ? step.as?.[branch] : undefined
            if (answer === undefined || steps.length === 0) continue
            const at = `${step.sourcePath}/${branch}`
            const secret = Object.keys(call.data.properties ?? {}).find(
              (name) => call.data.properties?.[name]?.['x-secret'],
            )
            if (secret !== undefined && !readsWithin(steps, answer)) report(tokenLost(secret), at, true)
            else if (
              Object.keys(call.data.properties ?? {}).length > 0 &&
              !readsWithin(steps, answer) &&
              steps.every((step) => setsConstant(step, screen, contract))
            )
              report(constantSet(answer), at, true)
          }
        },
      })
    },
  },
}
export default rule

const readsWithin = (steps: readonly Step[], name: string): boolean =>
  someExprWithin(steps, (expr) => readsLocal(expr, name))

/** Whether a step sets a state that may be any text to a constant. */
function setsConstant({ action: name, args }: Step, { stateShapes }: Screen, { actions }: Vocabulary): boolean {
  const action = actions.get(name)
  const value = args?.[argumentOfKind(action, 'stateValue') ?? '']
  const state = String(args?.[argumentOfKind(action, 'state') ?? ''])
  return typeof value === 'string' && value !== '' && stateShapes?.[state]?.enum === undefined
}

const tokenLost = (name: string): Report => ({
  code: 'tokenLost',
  params: { name },
})

const constantSet = (answer: string): Report => ({
  code: 'constantSet',
  params: { answer },
})

const notUsed = (call: string): Report => ({
  code: 'notUsed',
  params: { call },
})

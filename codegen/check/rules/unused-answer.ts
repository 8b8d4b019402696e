import type { CheckingRule } from '../../compile/checkingRule.ts'
import type { Report } from '../../compile/diagnostics.ts'
import { walkScreen } from '../../compile/flow/walk.ts'

const rule: CheckingRule = {
  name: 'unused-answer',
  severity: 'warning',
  hiddenBy: 'file',
  doc: 'Steps follow the answer of a call that only reads.',
  screen({ screen, contract }, report) {
    walkScreen(screen, {
      actions: contract.actions,
      step(step) {
        const sends = contract.actions.get(step.action)?.sends
        const call = sends === undefined ? undefined : contract.calls.get(String(step.args?.[sends]))
        const isUsed = Object.entries(step.branches ?? {}).some(
          ([name, steps]) => name !== 'onError' && steps.length > 0,
        )
        if (call?.effect === 'read' && !isUsed) report(notUsed(call.id), step.sourcePath)
      },
    })
  },
}
export default rule

const notUsed = (call: string): Report => ({
  rule,
  message: `"${call}" only reads, and no step uses its answer.`,
  suggestion: 'Add steps to "onSuccess", or remove this step.',
})

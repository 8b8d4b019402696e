import type { Step } from '../../../src/engine/language/expressions/program.ts'
import { contentOfStep } from '../../../src/engine/language/expressions/visit.ts'
import type { Rule, ReportAt, ScreenInput } from '../rule.ts'
import type { Report } from '../source/findings/diagnostics.ts'
import { isSuccess } from '../flow/outcomes.ts'
import { walkScreen } from '../flow/walk.ts'
import { changedBy, refreshedBy, sentCall } from '../flow/sentCall.ts'

const rule: Rule = {
  meta: {
    name: 'redundant-refresh',
    severity: 'warning',
    follows: {
      // A step that never runs fetches nothing.
      'unreachable-step': 'near',
      // A wrong list of what a call changes is fetched again.
      'stale-data': 'project',
      // A list without its query fetches nothing.
      'unknown-name': 'file',
    },
    doc: 'After a call has succeeded, a list of calls to fetch again has only those that it changes.',
  },
  on: {
    screen(input, report) {
      walkScreen(input.screen, {
        actions: input.contract.actions,
        step(step) {
          const refreshes = input.contract.actions.get(step.action)?.refreshes
          const listed = refreshes === undefined ? undefined : step.args?.[refreshes]
          if (Array.isArray(listed)) {
            const twice = listed.findIndex((item, index) => listed.indexOf(item) < index)
            if (twice >= 0) report(listedTwice(String(listed[twice])), `${step.sourcePath}/${refreshes ?? ''}/${twice}`)
            if (listed.length === 0) report(emptyList(), `${step.sourcePath}/${refreshes ?? ''}`)
            for (const [index, item] of listed.entries()) {
              const effect = input.contract.calls.get(String(item))?.effect
              if (input.screen.queries[String(item)] === undefined && effect !== undefined && effect !== 'read')
                report(neverFetched(String(item)), `${step.sourcePath}/${refreshes ?? ''}/${index}`)
            }
          } else if (refreshes !== undefined && Object.keys(input.screen.queries).length === 0)
            report(noQueries(), step.sourcePath)
          const call = sentCall(step, input.contract)
          if (call?.effect !== 'write' && call?.effect !== 'money') return
          for (const [name, steps] of Object.entries(step.branches ?? {}))
            if (isSuccess(input.contract.actions.get(step.action), name))
              reportNeedless(steps, call.id, new Set(changedBy(call, step, input.contract)), input, report)
        },
      })
    },
  },
}
export default rule

const listedTwice = (name: string): Report => ({
  code: 'listedTwice',
  params: { name },
})

const emptyList = (): Report => ({
  code: 'emptyList',
})

const neverFetched = (call: string): Report => ({
  code: 'neverFetched',
  params: { call },
})

const noQueries = (): Report => ({
  code: 'noQueries',
})

const needless = (call: string, other: string): Report => ({
  code: 'needless',
  params: { call, other },
})

/** Reports in a sequence of steps, its conditions included; the branches of another call are judged with that call. */
function reportNeedless(
  steps: readonly Step[],
  call: string,
  changed: ReadonlySet<string>,
  input: ScreenInput,
  report: ReportAt,
): void {
  const { actions } = input.contract
  for (const step of steps) {
    const action = actions.get(step.action)
    const list = action?.refreshes === undefined ? undefined : step.args?.[action.refreshes]
    if (Array.isArray(list)) {
      const index = refreshedBy(step, input.screen, action).findIndex((item) => !changed.has(item))
      if (index >= 0)
        report(needless(call, String(list[index])), `${step.sourcePath}/${action?.refreshes ?? ''}/${index}`)
    }
    if (action?.sends === undefined)
      for (const content of contentOfStep(step))
        if (content.steps) reportNeedless(content.steps, call, changed, input, report)
  }
}

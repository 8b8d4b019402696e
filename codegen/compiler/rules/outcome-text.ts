import type { Expr, Step } from '../../../src/engine/language/expressions/program.ts'
import {
  alternativesOf,
  contentOfNode,
  contentOfScreen,
  contentOfStep,
  isOperation,
} from '../../../src/engine/language/expressions/visit.ts'
import type { Content } from '../../../src/engine/language/expressions/visit.ts'
import type { Rule, ReportAt, ScreenInput } from '../rule.ts'
import type { ActionDef, Call } from '../contract/contract.ts'
import type { Report } from '../source/findings/diagnostics.ts'
import { isFailure, isSuccess } from '../flow/outcomes.ts'
import { argumentWith } from '../flow/stateChanges.ts'
import { sentCall } from '../flow/sentCall.ts'

const rule: Rule = {
  meta: {
    name: 'outcome-text',
    severity: 'error',
    doc: 'Steps after a success show no text or tone of an error, steps after a failure none of a success, and none shows a success before its call.',
  },
  on: {
    screen(input, report) {
      visitContents(contentOfScreen(input.screen), undefined, input, report)
    },
  },
}
export default rule

type Group = 'success' | 'error'

/** How the call before a step has ended. */
interface Outcome {
  group: Group
  call: Call | undefined
}

const otherTone = (shown: Group, outcome: Group): Report => ({
  code: outcome === 'error' ? 'toneAfterFailure' : 'toneAfterSuccess',
  params: { shown },
})

const otherText = (key: string, outcome: Group): Report => ({
  code: outcome === 'error' ? 'shownAfterFailure' : 'shownAfterSuccess',
  params: { key },
})

const otherSuccess = (key: string, call: string, success: string): Report => ({
  code: 'otherSuccess',
  params: { key, call, success },
})

const shownBeforeCall = (): Report => ({
  code: 'shownBeforeCall',
})

const mixed = (key: string, tone: Group): Report => ({
  code: 'mixed',
  params: { key, tone, other: tone === 'success' ? 'error' : 'success' },
})

function visitContents(
  contents: readonly Content[],
  outcome: Outcome | undefined,
  input: ScreenInput,
  report: ReportAt,
): void {
  for (const { nodes, steps } of contents) {
    for (const node of nodes ?? []) visitContents(contentOfNode(node), undefined, input, report)
    for (const step of steps ?? []) visitStep(step, outcome, input, report)
    if (steps && (!outcome || outcome.call?.effect === 'read')) checkBefore(steps, input, report)
  }
}

/** The steps of a condition are judged by themselves only: the condition may look at the outcome. */
function visitStep(step: Step, outcome: Outcome | undefined, input: ScreenInput, report: ReportAt): void {
  const action = input.contract.actions.get(step.action)
  checkStep(step, action, outcome, report)
  const call = sentCall(step, input.contract)
  for (const content of contentOfStep(step)) {
    const group = isSuccess(action, content.name) ? 'success' : isFailure(action, content.name) ? 'error' : undefined
    visitContents([content], content.steps && group ? { group, call } : undefined, input, report)
  }
}

/** Reports a success that is shown before the steps send their first call that changes something. */
function checkBefore(steps: readonly Step[], { contract }: ScreenInput, report: ReportAt): void {
  const first = steps.findIndex((step) => changedBySteps([step], contract))
  for (const { action: name, args, exprs, sourcePath } of steps.slice(0, Math.max(0, first))) {
    const action = contract.actions.get(name)
    const argument = argumentWith(action, 'x-outcome')
    if (argument === undefined) continue
    const keys = Object.values(exprs ?? {}).flatMap(keysOf)
    if (args?.[argument] === 'success' || keys.some((key) => groupOf(key) === 'success'))
      report(shownBeforeCall(), sourcePath)
  }
}

/** Whether steps send a call that changes something. */
function changedBySteps(steps: readonly Step[], contract: ScreenInput['contract']): boolean {
  return steps.some((step) => {
    const effect = sentCall(step, contract)?.effect
    return (
      (effect !== undefined && effect !== 'read') ||
      contentOfStep(step).some(({ steps: inner }) => inner !== undefined && changedBySteps(inner, contract))
    )
  })
}

function checkStep(step: Step, action: ActionDef | undefined, outcome: Outcome | undefined, report: ReportAt): void {
  const argument = argumentWith(action, 'x-outcome')
  const tone = argument === undefined ? undefined : step.args?.[argument]
  const shown = tone === 'success' || tone === 'error' ? tone : undefined
  for (const [name, expr] of Object.entries(step.exprs ?? {})) {
    if (action?.args.properties?.[name]?.format !== 'text') continue
    const keys = keysOf(expr)
    for (const key of keys) {
      const group = groupOf(key)
      if (group === undefined) continue
      const at = `${step.sourcePath}/${name}`
      if (outcome && group !== outcome.group) return report(otherText(key, outcome.group), at)
      if (shown && group !== shown) return report(mixed(key, shown), at)
      const success = outcome?.call?.success
      if (keys.length === 1 && success !== undefined && group === 'success' && key !== `success.${success}`)
        return report(otherSuccess(key, outcome?.call?.id ?? '', `success.${success}`), at)
    }
  }
  if (outcome && shown && shown !== outcome.group)
    report(otherTone(shown, outcome.group), `${step.sourcePath}/${argument ?? ''}`)
}

const groupOf = (key: string): Group | undefined =>
  key.startsWith('success.') ? 'success' : key.startsWith('error.') ? 'error' : undefined

/** The keys of the texts that an expression can be. */
function keysOf(expr: Expr): string[] {
  if (!isOperation(expr)) return []
  if (expr[0] === 't') return [expr[1]]
  return alternativesOf(expr)?.flatMap(keysOf) ?? []
}

import type { Step } from '../../../src/engine/language/expressions/program.ts'
import { contentOfStep, isOperation, sameExpr } from '../../../src/engine/language/expressions/visit.ts'
import type { Rule, ReportAt } from '../rule.ts'
import type { Vocabulary } from '../contract/contract.ts'
import type { Report } from '../source/findings/diagnostics.ts'
import { OTHER, isState, truthFor } from '../flow/stateValues.ts'
import type { StateValue } from '../flow/stateValues.ts'
import { argumentOfKind } from '../flow/stateChanges.ts'
import { walkScreen, walkStepLists } from '../flow/walk.ts'
import type { Condition } from '../flow/walk.ts'

const rule: Rule = {
  meta: {
    name: 'swapped-states',
    severity: 'warning',
    follows: {
      // A state that is set after the confirmation is the same step.
      'money-stale': 'handler',
      // A control that ignores its value sets a state to what it is.
      'control-value': 'handler',
    },
    doc: 'The second half of a swap does not read what the first half has written, and no state or preference is set to the value that it has.',
  },
  on: {
    screen({ screen, contract }, report) {
      walkStepLists(screen, contract.actions, (steps) => checkSequence(steps, contract, report))
      walkScreen(screen, {
        actions: contract.actions,
        step(step, { conditions, outcomes }) {
          const name = outcomes.length === 0 ? nameOfSame(step, conditions, contract) : undefined
          if (name !== undefined) report(sameValue(name), step.sourcePath)
        },
      })
    },
  },
}
export default rule

/** The state that a step sets to a literal, where a condition around it excludes every other value. */
function nameOfSame(step: Step, conditions: readonly Condition[], { actions }: Vocabulary): string | undefined {
  const action = actions.get(step.action)
  const name = step.args?.[argumentOfKind(action, 'state') ?? '']
  const value = step.args?.[argumentOfKind(action, 'stateValue') ?? '']
  if (typeof name !== 'string' || value === undefined || typeof value === 'object') return undefined
  const others: StateValue[] = typeof value === 'boolean' ? [!value] : [OTHER]
  const isExcluded = (other: StateValue): boolean =>
    conditions.some(({ expr, truth }) => truthFor(expr, name, other) === !truth)
  return others.every(isExcluded) && !isExcluded(value) ? name : undefined
}

interface StateCopy {
  to: string
  from: string | undefined
  at: string
}

/** The state that a step sets, and the state that it copies as a whole. */
function stateCopyOf(step: Step, contract: Vocabulary): StateCopy | undefined {
  const action = contract.actions.get(step.action)
  const name = argumentOfKind(action, 'state')
  const argument = argumentOfKind(action, 'stateValue')
  if (name === undefined || argument === undefined) return undefined
  const to = String(step.args?.[name])
  const value = step.exprs?.[argument]
  const from = isOperation(value) && value[0] === '@' && isState(value, value[2]) ? value[2] : undefined
  return { to, from, at: `${step.sourcePath}/${argument}` }
}

/** The preference that a step sets to its own value. */
function ownPreference(step: Step, { actions }: Vocabulary): { name: string; at: string } | undefined {
  const action = actions.get(step.action)
  const argument = argumentOfKind(action, 'preferenceValue')
  const name = step.args?.[argumentOfKind(action, 'preference') ?? '']
  const value = argument === undefined ? undefined : step.exprs?.[argument]
  return typeof name === 'string' && sameExpr(value, ['@', 'preferences', name])
    ? { name, at: `${step.sourcePath}/${argument ?? ''}` }
    : undefined
}

/** Reports `b = a` after `a = b`, and a preference that is set to itself. */
function checkSequence(steps: readonly Step[], contract: Vocabulary, report: ReportAt): void {
  const copies = new Map<string, string>()
  for (const step of steps) {
    // Steps in a branch or in a sheet may set any state.
    if (contentOfStep(step).length > 0) copies.clear()
    const own = ownPreference(step, contract)
    if (own) report(sameValue(own.name), own.at)
    const copy = stateCopyOf(step, contract)
    if (copy === undefined) continue
    const { to, from, at } = copy
    if (from === to) report(sameValue(to), at)
    if (from !== undefined && copies.get(from) === to) report(alreadyCopied(to, from), at)
    for (const [other, source] of copies) if (source === to) copies.delete(other)
    if (from === undefined) copies.delete(to)
    else copies.set(to, from)
  }
}

const sameValue = (state: string): Report => ({
  code: 'sameValue',
  params: { state },
})

const alreadyCopied = (state: string, from: string): Report => ({
  code: 'alreadyCopied',
  params: { from, state },
})

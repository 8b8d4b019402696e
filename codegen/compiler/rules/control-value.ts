import type { Expr, Node, Operation, Step } from '../../../src/engine/language/expressions/program.ts'
import { isOperation, sameExpr, someOperation, someStep } from '../../../src/engine/language/expressions/visit.ts'
import { hasError } from '../infer/types.ts'
import type { Rule } from '../rule.ts'
import type { Vocabulary } from '../contract/contract.ts'
import type { Report } from '../source/findings/diagnostics.ts'
import { argumentOfKind } from '../flow/stateChanges.ts'
import { walkScreen } from '../flow/walk.ts'
import { typesOf } from '../contract/schema.ts'

const rule: Rule = {
  meta: {
    name: 'control-value',
    severity: 'warning',
    doc: 'A control shows the state or preference that a change of it sets.',
  },
  on: {
    screen({ screen, contract }, report) {
      walkScreen(screen, {
        actions: contract.actions,
        node(node) {
          const props = contract.widgets.get(node.widget)?.props.properties ?? {}
          for (const [event, steps] of Object.entries(node.on ?? {})) {
            const { detail, required } = contract.widgets.get(node.widget)?.events[event] ?? {}
            const member = Object.keys(detail?.properties ?? {}).find((name) => Object.hasOwn(props, name))
            const isSwitch = typesOf(detail?.properties?.[member ?? ''] ?? {}).types.includes('boolean')
            if (required && member !== undefined && !(isSwitch ? readsAnything(steps, contract) : readsEvent(steps)))
              report(ignoresValue(member), `${node.sourcePath}/on/${event}`, true)
          }
          for (const step of Object.values(node.on ?? {}).flat()) {
            const target = targetOf(step, contract)
            if (!target || !Object.hasOwn(props, target.member) || showsTarget(node, target)) continue
            report(showsAnother(target), `${node.sourcePath}/props/${target.member}`)
          }
        },
      })
    },
  },
}
export default rule

/** Whether any step reads the event, or shows something. */
const readsEvent = (steps: readonly Step[]): boolean =>
  someStep(
    steps,
    ({ exprs, slots }) =>
      slots !== undefined || Object.values(exprs ?? {}).some((expr) => someOperation(expr, isEvent) || hasError(expr)),
  )
const isEvent = (operation: Operation): boolean => operation[0] === 'v' && /(^|:)event$/.test(operation[1])

/** Whether any step depends on a value. */
const readsAnything = (steps: readonly Step[], contract: Vocabulary): boolean =>
  someStep(steps, (step) => (step.exprs !== undefined && !setsItself(step, contract)) || step.slots !== undefined)

/** Whether a step sets a state to its own value. */
function setsItself({ action, args, exprs }: Step, { actions }: Vocabulary): boolean {
  const name = args?.[argumentOfKind(actions.get(action), 'state') ?? '']
  const value = exprs?.[argumentOfKind(actions.get(action), 'stateValue') ?? '']
  return typeof name === 'string' && sameExpr(value, ['@', 'state', name])
}

interface Target {
  root: 'state' | 'preferences'
  name: string
  /** The member of the event that is the value. */
  member: string
}

/** Target that a step sets to a member of the event. */
function targetOf(step: Step, { actions }: Vocabulary): Target | undefined {
  const action = actions.get(step.action)
  for (const [root, name, value] of [
    ['state', 'state', 'stateValue'],
    ['preferences', 'preference', 'preferenceValue'],
  ] as const) {
    const named = argumentOfKind(action, name)
    const given = argumentOfKind(action, value)
    if (named === undefined || given === undefined) continue
    const member = memberOfEvent(step.exprs?.[given])
    const target = step.args?.[named]
    if (member !== undefined && typeof target === 'string') return { root, name: target.split('.')[0] ?? '', member }
  }
  return undefined
}

function memberOfEvent(expr: Expr | undefined): string | undefined {
  if (!isOperation(expr) || expr[0] !== '.') return undefined
  const [, object, field] = expr
  return isOperation(object) && object[0] === 'v' && /(^|:)event$/.test(object[1]) ? field : undefined
}

/** Whether the prop reads the target. A prop that is absent, or that reads a local name, is not judged. */
function showsTarget(node: Node, { root, name, member }: Target): boolean {
  const shown = node.exprs?.[member]
  if (shown === undefined) return node.props?.[member] === undefined
  return (
    someOperation(
      shown,
      (operation) => operation[0] === 'v' || (operation[0] === '@' && operation[1] === root && operation[2] === name),
    ) || hasError(shown)
  )
}

const ignoresValue = (member: string): Report => ({
  code: 'ignoresValue',
  params: { member },
})

const showsAnother = ({ root, name, member }: Target): Report => ({
  code: root === 'state' ? 'setsOtherState' : 'setsOtherPreference',
  params: { root, name, member },
})

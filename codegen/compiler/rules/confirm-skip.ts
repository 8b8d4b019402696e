import type { Expr, Node, Step } from '../../../src/engine/language/expressions/program.ts'
import {
  entriesOf,
  isOperation,
  mapExpr,
  operandsOf,
  sameExpr,
} from '../../../src/engine/language/expressions/visit.ts'
import { hasError } from '../infer/types.ts'
import type { Rule } from '../rule.ts'
import { annotatedWith } from '../contract/annotated.ts'
import type { ActionDef, Vocabulary } from '../contract/contract.ts'
import type { Schema } from '../contract/schema.ts'
import { isPromise, sentValues } from '../contract/sentValues.ts'
import { DisplayedValues, isSelection } from '../flow/displayedValues.ts'
import { sentCall } from '../flow/sentCall.ts'
import { argumentOfKind } from '../flow/stateChanges.ts'
import { walkScreen, type Surroundings } from '../flow/walk.ts'
import { writtenOut } from '../flow/writtenOut.ts'

/** The figure that is a price: an order may be executed at another one. */
const QUOTED = 'quoted'

const rule: Rule = {
  meta: {
    name: 'confirm-skip',
    severity: 'error',
    doc: 'A confirmation is skipped only in a sheet or if the user has switched it off, and every figure that is sent equals one that the pressed control shows.',
  },
  on: {
    screen({ screen, contract }, report) {
      walkScreen(screen, {
        actions: contract.actions,
        step(step, surroundings) {
          const argument = skipArgument(contract.actions.get(step.action))
          if (argument === undefined) return
          const at = `${step.sourcePath}/${argument}`
          if (step.args?.[argument] === true) return report({ code: 'always', params: {} }, at)
          const skip = step.exprs?.[argument]
          if (skip === undefined || hasError(skip)) return
          if (isInSheet(surroundings, contract)) return
          if (!conjuncts(writtenOut(skip, surroundings)).some((fact) => isSwitch(fact, contract)))
            report({ code: 'notSwitchedOff', params: {} }, at)
        },
      })
      walkScreen(screen, {
        actions: contract.actions,
        step(step, surroundings) {
          const call = sentCall(step, contract)
          const { event } = surroundings
          if (call?.effect !== 'money' || event === null) return
          const confirm = confirmationBefore(event.node.on?.[event.name] ?? [], step, contract)
          const argument = confirm && skipArgument(contract.actions.get(confirm.action))
          const skip = argument === undefined ? undefined : confirm?.exprs?.[argument]
          const payload = step.exprs?.[argumentOfKind(contract.actions.get(step.action), 'payload') ?? '']
          if (!confirm || skip === undefined || hasError(skip) || payload === undefined) return
          const at = `${confirm.sourcePath}/${argument}`
          const facts = conjuncts(writtenOut(skip, surroundings))
          const shown = shownByControl(surroundings, facts, contract)
          for (const sent of sentValues(call.payload, payload)) {
            if (sent.expr === undefined || hasError(sent.expr) || !(sent.isAmount || isPromise(sent))) continue
            const expr = writtenOut(sent.expr, surroundings)
            const isEqual = isShown(expr, shown) || facts.some((fact) => equalsShown(fact, expr, shown))
            if (isEqual) continue
            if (sent.schema['x-promise'] !== QUOTED)
              report({ code: 'figureNotShown', params: { field: sent.path } }, at)
            else if (!isNearShown(expr, facts, shown))
              report({ code: 'priceNotShown', params: { field: sent.path } }, at)
          }
        },
      })
    },
  },
}
export default rule

/** The argument that skips a confirmation. */
const skipArgument = (action: ActionDef | undefined): string | undefined =>
  annotatedWith(action?.args, 'x-skips')[0]?.[0]

/** The operands of a conjunction. */
const conjuncts = (expr: Expr): Expr[] =>
  isOperation(expr) && expr[0] === '&&' ? [...conjuncts(expr[1]), ...conjuncts(expr[2])] : [expr]

/** Whether a step runs in a sheet: the user has opened it, and pressed its control after having read its figures. */
const isInSheet = ({ opener }: Surroundings, { actions }: Pick<Vocabulary, 'actions'>): boolean =>
  opener !== null && actions.get(opener.action)?.opensSheet === true

/** Whether a condition is a switch of the user that is off at first. */
function isSwitch(fact: Expr, { preferences }: Pick<Vocabulary, 'preferences'>): boolean {
  if (!isOperation(fact) || fact[0] !== '@' || fact[1] !== 'preferences') return false
  const schema = Object.hasOwn(preferences, fact[2]) ? preferences[fact[2]] : undefined
  return schema?.type === 'boolean' && schema.default === false && schema['x-of-user'] === true
}

/** The confirmation in force at a step of a handler: the last one before it, also around its branch. */
function confirmationBefore(
  steps: readonly Step[],
  target: Step,
  contract: Pick<Vocabulary, 'actions'>,
  before?: Step,
): Step | undefined {
  let confirm = before
  for (const step of steps) {
    if (step === target) return confirm
    if (contract.actions.get(step.action)?.confirms) confirm = step
    for (const branch of Object.values(step.branches ?? {})) {
      if (contains(branch, target)) return confirmationBefore(branch, target, contract, confirm)
    }
  }
  return confirm
}

const contains = (steps: readonly Step[], target: Step): boolean =>
  steps.some((step) => step === target || Object.values(step.branches ?? {}).some((branch) => contains(branch, target)))

/** The values that the control that was pressed shows where the facts hold: those of its texts, and of the slots in view with it. */
function shownByControl(
  surroundings: Surroundings,
  facts: readonly Expr[],
  { widgets, signatures }: Pick<Vocabulary, 'widgets' | 'signatures'>,
): Expr[] {
  const displayed = new DisplayedValues(signatures)
  const { event } = surroundings
  const widget = event === null ? undefined : widgets.get(event.node.widget)
  if (event === null || !widget) return []
  const { node, name } = event
  const values = (widget.events[name]?.control ?? []).flatMap((part) => {
    const schema = widget.props.properties?.[part]
    const expr = node.exprs?.[part]
    if (schema) return expr === undefined ? [] : textsIn(schema, expr)
    return displayed.drawnBy((node.slots?.[part] ?? []).map((inner) => shownUnder(facts, inner, surroundings)))
  })
  return values
    .map((value) => decided(writtenOut(value, surroundings), facts))
    .flatMap((value) => [value, ...displayed.of(value)])
}

/** Whether facts say that a condition is true. */
const isTrue = (condition: Expr, facts: readonly Expr[]): boolean =>
  conjuncts(condition).every((part) => facts.some((fact) => sameExpr(fact, part)))

/** An expression with the choices decided whose condition is true. */
const decided = (expr: Expr, facts: readonly Expr[]): Expr =>
  mapExpr(expr, (operation) =>
    operation[0] === '?:' && isTrue(operation[1], facts) ? decided(operation[2], facts) : undefined,
  )

/** A node without the conditions that are true, also inside of it. */
function shownUnder(facts: readonly Expr[], node: Node, surroundings: Surroundings): Node {
  const { visible, ...rest } = node
  const slots = Object.entries(node.slots ?? {}).map(([name, nodes]) => [
    name,
    nodes.map((inner) => shownUnder(facts, inner, surroundings)),
  ])
  const shown = { ...rest, ...(slots.length > 0 && { slots: Object.fromEntries(slots) as Record<string, Node[]> }) }
  return visible === undefined || isTrue(writtenOut(visible, surroundings), facts) ? shown : { ...shown, visible }
}

/** The texts of a prop. */
function textsIn(schema: Schema, expr: Expr): Expr[] {
  if (schema.format === 'text') return [expr]
  if (!isOperation(expr)) return []
  const { items, properties = {} } = schema
  if (expr[0] === 'list' && items) return operandsOf(expr).flatMap((item) => textsIn(items, item))
  if (expr[0] !== 'map') return []
  return entriesOf(expr).flatMap(([key, value]) => {
    const name = String(key)
    const property = Object.hasOwn(properties, name) ? properties[name] : undefined
    return property ? textsIn(property, value) : []
  })
}

/** Whether a value is shown; of a choice both are. */
const isShown = (expr: Expr, shown: readonly Expr[]): boolean =>
  shown.some((value) => sameExpr(value, expr)) ||
  (isOperation(expr) && expr[0] === '?:' && isShown(expr[2], shown) && isShown(expr[3], shown))

const EQUAL: ReadonlySet<string> = new Set(['==', 'd=='])
const AT_LEAST: ReadonlySet<string> = new Set(['>=', 'd>='])
const AT_MOST: ReadonlySet<string> = new Set(['<=', 'd<='])

/** Whether a fact says that a value equals one that is shown; of a choice each side does. */
function equalsShown(fact: Expr, value: Expr, shown: readonly Expr[]): boolean {
  if (!isOperation(fact)) return false
  if (fact[0] === '?:')
    return [fact[2], fact[3]].every((side) => conjuncts(side).some((part) => equalsShown(part, value, shown)))
  const [left, right] = operandsIf(fact, EQUAL)
  return (
    left !== undefined &&
    right !== undefined &&
    ((sameExpr(left, value) && isShown(right, shown)) || (sameExpr(right, value) && isShown(left, shown)))
  )
}

/** Whether facts say that a price that is shown lies within bounds of the quote of which a price is sent. */
function isNearShown(value: Expr, facts: readonly Expr[], shown: readonly Expr[]): boolean {
  if (!isSelection(value)) return false
  const [, quote] = value
  const isBound = (expr: Expr | undefined) => expr !== undefined && isSelection(expr) && sameExpr(expr[1], quote)
  const boundedBy = (operators: ReadonlySet<string>) =>
    facts.flatMap((fact) => {
      const [price, bound] = operandsIf(fact, operators)
      return price !== undefined && isBound(bound) ? [price] : []
    })
  const atMost = boundedBy(AT_MOST)
  return boundedBy(AT_LEAST).some((price) => isShown(price, shown) && isShown(price, atMost))
}

const operandsIf = (fact: Expr, operators: ReadonlySet<string>): readonly Expr[] =>
  isOperation(fact) && operators.has(fact[0]) ? operandsOf(fact) : []

import { excerpt } from '../source/findings/excerpt.ts'
import type { Expr, Node, Operation, Screen, Step } from '../../../src/engine/language/expressions/program.ts'
import {
  contentOfNode,
  contentOfScreen,
  contentOfStep,
  isOperation,
} from '../../../src/engine/language/expressions/visit.ts'
import type { Content } from '../../../src/engine/language/expressions/visit.ts'
import type { Rule } from '../rule.ts'
import { formatExpr } from '../compare/formatExpr.ts'
import type { Report } from '../source/findings/diagnostics.ts'
import { OTHER, isState, stateValuesOf, truthFor, valuesWhere } from '../flow/stateValues.ts'
import type { StateValue, StateValues } from '../flow/stateValues.ts'
import { meant, nearest } from '../source/names/nearest.ts'

const rule: Rule = {
  meta: {
    name: 'unreachable-value',
    severity: 'warning',
    hiddenBy: 'file',
    doc: 'A state can have more than one value, and a condition on it is true for some of them and false for others.',
  },
  on: {
    screen({ screen, contract }, report) {
      const reachable = new Map(stateValuesOf(screen, contract))
      for (const [name, values] of reachable) {
        const [only] = values
        if (values.length !== 1 || only === undefined) continue
        report(oneValue(name, only), `state/${name}`, true)
        reachable.delete(name)
      }
      if (reachable.size === 0) return
      const possible = new Map([...reachable].map(([name, list]) => [name, new Set<StateValue>([...list, OTHER])]))
      visitConditions(screen, new Map(), (expr) => addLiterals(expr, possible))
      const values = new Map([...possible].map(([name, set]) => [name, [...set]]))
      visitConditions(screen, values, (expr, here, at) => {
        const found = constantTest(expr, here, reachable)
        if (found) report(constant(expr, found, reachable.get(found.state) ?? []), at)
      })
    },
  },
}
export default rule

interface ConstantTest {
  state: string
  result: boolean
  /** The conditions around it leave fewer values. */
  narrowed: boolean
}

const oneValue = (name: string, value: StateValue): Report => ({
  code: 'oneValue',
  params: { name, value: shown(value) },
})

function constant(expr: Expr, { state, result, narrowed }: ConstantTest, all: readonly StateValue[]): Report {
  const source = excerpt(
    formatExpr(expr, (key) => key),
    60,
  )
  const literal = isOperation(expr) ? expr.slice(1).find((part): part is string => typeof part === 'string') : undefined
  const near = literal === undefined || literal.length < 3 || narrowed ? undefined : nearest(literal, all.map(String))
  return {
    code: narrowed ? (result ? 'trueBefore' : 'falseBefore') : 'neverSet',
    params: { source, result: String(result), state, values: listed(all) },
    suggestion: near && meant(near.name),
  }
}

const shown = (value: StateValue): string => (typeof value === 'string' ? `'${value.slice(0, 40)}'` : String(value))

function listed(values: readonly StateValue[]): string {
  const texts = values.slice(0, 3).map(shown)
  if (values.length > 3) return `${texts.join(', ')} …`
  return texts.length < 2 ? texts.join('') : `${texts.slice(0, -1).join(', ')} or ${texts.at(-1)}`
}

/** Adds the literals that states are compared with: a value that no step sets, but that a condition could exclude. */
function addLiterals(expr: Operation, possible: ReadonlyMap<string, Set<StateValue>>): void {
  for (const [state, set] of possible)
    if (expr.some((operand) => isState(operand, state)))
      for (const operand of expr.slice(1))
        for (const literal of isOperation(operand) ? (operand[0] === 'list' ? operand.slice(1) : []) : [operand])
          if (!isOperation(literal)) set.add(literal as StateValue)
}

/** A test that the values of one state decide. A test that the conditions around it decide alone is found by `constant-condition`. */
function constantTest(expr: Operation, possible: StateValues, reachable: StateValues): ConstantTest | undefined {
  for (const [state, all] of reachable) {
    if (!expr.some((operand) => isState(operand, state))) continue
    const here = possible.get(state) ?? []
    const own = here.filter((value) => all.includes(value))
    const results = new Set(own.map((value) => truthFor(expr, state, value)))
    const [result] = results
    if (results.size !== 1 || result === undefined) return undefined
    if (here.every((value) => truthFor(expr, state, value) === result)) return undefined
    return { state, result, narrowed: own.length < all.length }
  }
  return undefined
}

type Found = (expr: Operation, values: StateValues, at: string) => void
const TESTS: ReadonlySet<string> = new Set(['==', '!=', '<', '<=', '>', '>=', 'in'])

/** Calls `found` with each test of a screen, and the values that the states can have there. */
function visitConditions(screen: Screen, values: StateValues, found: Found): void {
  for (const [name, { enabled, payload, emptyWhen }] of Object.entries(screen.queries))
    for (const [keyword, expr] of Object.entries({ enabled, payload, emptyWhen }))
      visitExpr(expr, values, (operation, here) => found(operation, here, `queries/${name}/${keyword}`))
  visitContents(contentOfScreen(screen), values, values, found)
}

function visitContents(contents: readonly Content[], values: StateValues, all: StateValues, found: Found): void {
  for (const { nodes, steps } of contents) {
    for (const node of nodes ?? []) visitNode(node, values, all, found)
    for (const step of steps ?? []) visitStep(step, all, found)
  }
}

function visitNode(node: Node, values: StateValues, all: StateValues, found: Found): void {
  const isOfScreen = !node.sourcePath.startsWith('parts/')
  const inspect = (expr: Expr | undefined, here: StateValues, keyword: string): void => {
    if (isOfScreen) visitExpr(expr, here, (operation, at) => found(operation, at, `${node.sourcePath}/${keyword}`))
  }
  inspect(node.each?.in, values, 'each')
  for (const [name, expr] of Object.entries(node.let ?? {})) inspect(expr, values, `let/${name}`)
  inspect(node.visible, values, 'visible')
  const inner = node.visible === undefined ? values : valuesWhere(values, node.visible, true)
  for (const [name, expr] of Object.entries(node.exprs ?? {})) inspect(expr, inner, `props/${name}`)
  for (const content of contentOfNode(node))
    visitContents([content], content.keyword === 'slots' ? inner : all, all, found)
}

/** A step runs after others have changed the state, so the conditions around it are no longer known. */
function visitStep(step: Step, all: StateValues, found: Found): void {
  if (!step.sourcePath.startsWith('parts/'))
    for (const [name, expr] of Object.entries(step.exprs ?? {}))
      visitExpr(expr, all, (operation, here) => found(operation, here, `${step.sourcePath}/${name}`))
  visitContents(contentOfStep(step), all, all, found)
}

/** Visits the tests of an expression; each operand has the values that the operands before it leave. */
function visitExpr(
  expr: Expr | undefined,
  values: StateValues,
  found: (expr: Operation, values: StateValues) => void,
): void {
  if (!isOperation(expr)) return
  if (TESTS.has(expr[0])) found(expr, values)
  if (expr[0] === '&&' || expr[0] === '||') {
    visitExpr(expr[1], values, found)
    visitExpr(expr[2], valuesWhere(values, expr[1], expr[0] === '&&'), found)
  } else if (expr[0] === '?:') {
    visitExpr(expr[1], values, found)
    visitExpr(expr[2], valuesWhere(values, expr[1], true), found)
    visitExpr(expr[3], valuesWhere(values, expr[1], false), found)
  } else for (const operand of expr.slice(1)) visitExpr(operand, values, found)
}

import { excerpt } from '../source/findings/excerpt.ts'
import type { Expr, Node } from '../../../src/engine/language/expressions/program.ts'
import {
  contentOfNode,
  contentOfScreen,
  contentOfStep,
  exprKey,
  isOperation,
  mapExpr,
  operationsOf,
} from '../../../src/engine/language/expressions/visit.ts'
import type { Content } from '../../../src/engine/language/expressions/visit.ts'
import type { Rule, ReportAt } from '../rule.ts'
import { formatExpr } from '../compare/formatExpr.ts'
import type { Report } from '../source/findings/diagnostics.ts'
import { hasError } from '../infer/types.ts'
import { OTHER, truthWith } from '../flow/stateValues.ts'
import type { Scalar, StateValue } from '../flow/stateValues.ts'

const rule: Rule = {
  meta: {
    name: 'same-condition',
    severity: 'warning',
    follows: {
      // A condition that decides nothing has no opposite.
      'constant-condition': 'file',
      // A condition about empty rows has its own opposite.
      'empty-condition': 'file',
      // A state that is never set has one value.
      'unreachable-value': 'file',
    },
    doc: 'Two nodes side by side are shown for different values, or one beside them is shown for the other values.',
  },
  on: {
    screen({ screen }, report) {
      visitContents(contentOfScreen(screen), report)
    },
  },
}
export default rule

function visitContents(contents: readonly Content[], report: ReportAt): void {
  for (const { nodes, steps } of contents) {
    if (nodes) checkSiblings(nodes, report)
    for (const node of nodes ?? []) visitContents(contentOfNode(node), report)
    for (const step of steps ?? []) visitContents(contentOfStep(step), report)
  }
}

interface Shown {
  node: Node
  condition: Expr
  /** The keys of the values that the condition reads. */
  reads: ReadonlySet<string>
}

/** Reports a node that is shown together with one before it, where nothing is shown for the other values. */
function checkSiblings(nodes: readonly Node[], report: ReportAt): void {
  if (nodes.filter(({ visible }) => visible !== undefined).length < 2) return
  if (nodes.some(({ visible }) => hasError(visible))) return
  const all = nodes.flatMap(shownOf)
  for (const [index, item] of all.entries()) {
    const before = all.slice(0, index).find((other) => isOneSided(other, item, all))
    if (!before) continue
    report(sameCondition(before.condition), `${item.node.sourcePath}/visible`)
    return
  }
}

function shownOf(node: Node): Shown[] {
  if (node.visible === undefined) return []
  let condition = node.visible
  for (const [name, value] of Object.entries(node.let ?? {}).toReversed())
    condition = mapExpr(condition, (operation) => (operation[0] === 'v' && operation[1] === name ? value : undefined))
  const operations = operationsOf(condition)
  const inner = new Set(operations.flatMap((operation) => (operation[0] === '.' ? [operation[1]] : [])))
  const reads = new Set(operations.filter((operation) => isRead(operation) && !inner.has(operation)).map(exprKey))
  // A node that visitors do not see needs no replacement.
  if (reads.size === 0 || [...reads].every((key) => OF_LOGIN.has(key))) return []
  return [{ node, condition, reads }]
}

const isRead = ([op]: readonly [string, ...unknown[]]): boolean => op === '@' || op === 'v' || op === '.'
const OF_LOGIN: ReadonlySet<string> = new Set([exprKey(['@', 'session', 'loggedIn'])])

function isOneSided(first: Shown, second: Shown, all: readonly Shown[]): boolean {
  const related = all.filter(({ reads }) => [...reads].some((key) => first.reads.has(key)))
  if (!related.includes(second)) return false
  if (exprKey(second.condition) === exprKey(first.condition)) return coversNoOpposite(first.condition, related)
  return leavesOut(first, second, related)
}

/** Whether one of the tests of a condition has no node for its opposite, where the other tests hold. */
function coversNoOpposite(condition: Expr, related: readonly Shown[]): boolean {
  const key = exprKey(condition)
  const others = related.filter((shown) => exprKey(shown.condition) !== key)
  const tests = partsOf(condition)
  return tests.some((opposite) => {
    const subject = exprKey(testOf(opposite)?.subject ?? opposite)
    if (OF_LOGIN.has(subject)) return false
    const holding = new Map(tests.flatMap((test) => (test === opposite ? [] : [whereTrue(test)])))
    return valuesOf(subject, related)
      .filter((value) => truthAt(opposite, new Map([[subject, value]])) === false)
      .every((value) =>
        others.every((other) => truthAt(other.condition, new Map([...holding, [subject, value]])) === false),
      )
  })
}

const truthAt = (condition: Expr, values: ReadonlyMap<string, StateValue>): boolean | undefined =>
  truthWith(condition, (expr) => values.get(exprKey(expr)))

/** A value for which a test is true. */
function whereTrue(test: Expr): [string, StateValue] {
  const { subject, value, isEqual } = testOf(test) ?? {}
  if (subject === undefined || value === undefined) return [exprKey(test), true]
  return [exprKey(subject), isEqual ? value : OTHER]
}

/** The values that a subject is compared with, and another one. */
const valuesOf = (subject: string, related: readonly Shown[]): readonly StateValue[] => [
  OTHER,
  true,
  false,
  ...related.flatMap(({ condition }) =>
    operationsOf(condition).flatMap((operation) => {
      const test = testOf(operation)
      return test && exprKey(test.subject) === subject ? [test.value] : []
    }),
  ),
]

const partsOf = (condition: Expr): readonly Expr[] =>
  isOperation(condition) && condition[0] === '&&'
    ? condition.slice(1).flatMap((operand) => partsOf(operand))
    : [condition]

/** Whether both conditions hold for one of the values that they name, and no node is shown for another of them. */
function leavesOut({ condition: first }: Shown, { condition: second }: Shown, related: readonly Shown[]): boolean {
  const [one, other] = [testOf(first), testOf(second)]
  if (!one || !other || exprKey(one.subject) !== exprKey(other.subject)) return false
  const key = exprKey(one.subject)
  const truths = (value: StateValue): (boolean | undefined)[] =>
    related.map(({ condition }) => truthWith(condition, (expr) => (exprKey(expr) === key ? value : undefined)))
  const holds = (condition: Expr, value: StateValue): boolean =>
    truthWith(condition, (expr) => (exprKey(expr) === key ? value : undefined)) === true
  const values = [one.value, other.value]
  return (
    values.some((value) => holds(first, value) && holds(second, value)) &&
    values.some((value) => truths(value).every((truth) => truth === false))
  )
}

/** The comparison of a value with a literal. */
function testOf(condition: Expr): { subject: Expr; value: Scalar; isEqual: boolean } | undefined {
  if (!isOperation(condition) || (condition[0] !== '==' && condition[0] !== '!=')) return undefined
  const [, left, right] = condition
  const [subject, value] = isOperation(left) ? [left, right] : [right, left]
  return isOperation(subject) && !isOperation(value) ? { subject, value, isEqual: condition[0] === '==' } : undefined
}

const sameCondition = (condition: Expr): Report => ({
  code: 'sameCondition',
  params: {
    condition: excerpt(
      formatExpr(condition, (key) => key),
      60,
    ),
  },
})

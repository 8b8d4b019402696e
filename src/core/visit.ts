import type { Expr, Node, Operation, Screen, Step } from './program.ts'

// The traversal of the lowered form: what an expression, a node, a step and a screen contain is known here only.

/** Whether an expression is an operation rather than a literal. */
export const isOperation = (expr: Expr | undefined): expr is Operation => typeof expr === 'object' && expr !== null

/** The operands of an operation. Names are among them, as texts. */
export const operandsOf = (operation: Operation): readonly Expr[] => operation.slice(1) as Expr[]

/** Whether any operation of an expression passes the test; an operation is tested before its operands. */
export function someOperation(expr: Expr | undefined, test: (operation: Operation) => boolean): boolean {
  if (!isOperation(expr)) return false
  if (test(expr)) return true
  // Among the items only operands are arrays.
  for (let i = 1; i < expr.length; i++) if (someOperation(expr[i], test)) return true
  return false
}

/** All operations of an expression, each before its operands. */
export function operationsOf(expr: Expr | undefined): Operation[] {
  const operations: Operation[] = []
  someOperation(expr, (operation) => {
    operations.push(operation)
    return false
  })
  return operations
}

/** The expression with operations replaced; where `replace` returns undefined, the operands are mapped. */
export function mapExpr(expr: Expr, replace: (operation: Operation) => Expr | undefined): Expr {
  if (!isOperation(expr)) return expr
  const replaced = replace(expr)
  if (replaced !== undefined) return replaced
  return (expr as readonly Expr[]).map((item) => mapExpr(item, replace)) as readonly Expr[] as Operation
}

/** The operands of which one is the value of a conditional or of `??`; undefined for another expression. */
export function alternativesOf(expr: Expr): readonly [Expr, Expr] | undefined {
  if (!isOperation(expr)) return undefined
  if (expr[0] === '?:') return [expr[2], expr[3]]
  return expr[0] === '??' ? [expr[1], expr[2]] : undefined
}

/** Keys and values of the operation `map`. */
export function entriesOf([, ...items]: Operation & readonly ['map', ...Expr[]]): [key: Expr, value: Expr][] {
  const entries: [Expr, Expr][] = []
  for (let i = 0; i + 1 < items.length; i += 2) entries.push([items[i] ?? null, items[i + 1] ?? null])
  return entries
}

/** Nodes or steps directly within a screen, a node or a step: the keyword that contains them, and their name under it. */
export type Content =
  | {
      readonly keyword: 'toolbar' | 'body' | 'placeholders' | 'slots' | 'loading' | 'fallback'
      readonly name: string
      readonly nodes: readonly Node[]
      readonly steps?: undefined
    }
  | {
      readonly keyword: 'onShow' | 'on' | 'branches'
      readonly name: string
      readonly steps: readonly Step[]
      readonly nodes?: undefined
    }

export type ScreenContent = Pick<Screen, 'onShow' | 'queries' | 'toolbar' | 'body'>

export const contentOfScreen = ({ onShow, queries, toolbar = [], body }: ScreenContent): Content[] => [
  { keyword: 'onShow', name: '', steps: onShow },
  ...Object.values(queries).flatMap(({ placeholders = {} }) => nodeLists('placeholders', placeholders)),
  { keyword: 'toolbar', name: '', nodes: toolbar },
  { keyword: 'body', name: '', nodes: body },
]

export const contentOfNode = ({ loading, slots, on, fallback }: Node): Content[] => [
  ...(loading ? nodeLists('loading', { '': loading }) : []),
  ...(slots ? nodeLists('slots', slots) : []),
  ...(on ? stepLists('on', on) : []),
  ...(fallback ? nodeLists('fallback', { '': [fallback] }) : []),
]

export const contentOfStep = ({ slots, branches }: Step): Content[] => [
  ...(slots ? nodeLists('slots', slots) : []),
  ...(branches ? stepLists('branches', branches) : []),
]

const nodeLists = (
  keyword: (Content & { nodes: object })['keyword'],
  lists: Readonly<Record<string, Node[]>>,
): Content[] => Object.entries(lists).map(([name, nodes]) => ({ keyword, name, nodes }))
const stepLists = (
  keyword: (Content & { steps: object })['keyword'],
  lists: Readonly<Record<string, Step[]>>,
): Content[] => Object.entries(lists).map(([name, steps]) => ({ keyword, name, steps }))

export interface Visitor {
  node?(node: Node): void
  step?(step: Step): void
}

/** Visits all nodes and steps in the order of the document, each before its content. */
export function visit(contents: readonly Content[], visitor: Visitor): void {
  for (const { nodes, steps } of contents) {
    if (nodes) visitNodes(nodes, visitor)
    else visitSteps(steps, visitor)
  }
}

export function visitNodes(nodes: readonly Node[], visitor: Visitor): void {
  for (const node of nodes) {
    visitor.node?.(node)
    visit(contentOfNode(node), visitor)
  }
}

export function visitSteps(steps: readonly Step[], visitor: Visitor): void {
  for (const step of steps) {
    visitor.step?.(step)
    visit(contentOfStep(step), visitor)
  }
}

/** Changes of a node or a step: of each expression, and of what else a node or a step has, before its content is mapped. */
export interface Changes {
  expr(expr: Expr): Expr
  node?(node: Node): Node
  step?(step: Step): Step
}

/** The node with these changes in it and in its content. */
export function mapNode(given: Node, changes: Changes): Node {
  const node = changes.node?.(given) ?? given
  const { exprs, visible, each, let: names, loading, slots, on, fallback } = node
  const nodes = (list: readonly Node[]): Node[] => list.map((one) => mapNode(one, changes))
  return {
    ...node,
    ...(exprs && { exprs: mapValues(exprs, changes.expr) }),
    ...(visible !== undefined && { visible: changes.expr(visible) }),
    ...(each && { each: { ...each, in: changes.expr(each.in), key: changes.expr(each.key) } }),
    ...(names && { let: mapValues(names, changes.expr) }),
    ...(loading && { loading: nodes(loading) }),
    ...(slots && { slots: mapValues(slots, nodes) }),
    ...(on && { on: mapValues(on, (steps) => mapSteps(steps, changes)) }),
    ...(fallback && { fallback: mapNode(fallback, changes) }),
  }
}

/** The steps with these changes in them and in their content. */
export function mapSteps(given: readonly Step[], changes: Changes): Step[] {
  return given.map((one) => {
    const step = changes.step?.(one) ?? one
    const { exprs, branches, slots } = step
    return {
      ...step,
      ...(exprs && { exprs: mapValues(exprs, changes.expr) }),
      ...(branches && { branches: mapValues(branches, (steps) => mapSteps(steps, changes)) }),
      ...(slots && { slots: mapValues(slots, (nodes) => nodes.map((node) => mapNode(node, changes))) }),
    }
  })
}

const mapValues = <T, U>(record: Readonly<Record<string, T>>, change: (value: T) => U): Record<string, U> =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value)]))

import { nodesOf } from '../../../src/core/program.ts'
import type { Expr, Json, Node, Screen, Step } from '../../../src/core/program.ts'
import type { Contract, Widget } from '../contract.ts'

/** A node in the order of the page, with parts expanded and their parameters inlined. */
export interface OutlineItem {
  node: Node
  widget: Widget
  /** The parent item, and the slot that contains this item. */
  above: OutlineItem | undefined
  slot: string
  /** Conditions under which it is present, outermost first; rows and awaited data are conditions too. */
  when: readonly Expr[]
  /** Locals of the enclosing rows. */
  rows: readonly string[]
  /** The tree it belongs to: the body, a placeholder of a query, or a sheet. */
  root: Root
  inside: OutlineItem[]
}

export interface Root {
  kind: 'body' | 'placeholder' | 'sheet'
}

type Bound = Readonly<Record<string, Expr>>
interface Placement {
  above: OutlineItem | undefined
  slot: string
  when: readonly Expr[]
  rows: readonly string[]
  bound: Bound
  root: Root
}

/** Cached by the lowered screen, which is a new object after each change. */
const outlineCache = new WeakMap<Screen, OutlineItem[]>()

/** Every node of a screen in page order, containers before their content. */
export function outline(screen: Screen, contract: Contract): OutlineItem[] {
  const items = outlineCache.get(screen) ?? readOutline(screen, contract)
  outlineCache.set(screen, items)
  return items
}

function readOutline(screen: Screen, contract: Contract): OutlineItem[] {
  const items: OutlineItem[] = []
  const start = (root: Root): Placement => ({ above: undefined, slot: '', when: [], rows: [], bound: {}, root })

  function visit(node: Node, placement: Placement): void {
    const widget = contract.widgets.get(node.widget)
    if (!widget) return
    const bound: Bound = node.let
      ? {
          ...placement.bound,
          ...Object.fromEntries(
            Object.entries(node.let).map(([name, expr]) => [name, inlineParams(expr, placement.bound)]),
          ),
        }
      : placement.bound
    const rows = node.each
      ? [...placement.rows, node.each.as, ...(node.each.index === undefined ? [] : [node.each.index])]
      : placement.rows
    const when: Expr[] = [
      ...placement.when,
      ...(node.waitFor === undefined ? [] : [['waitFor', node.waitFor] as const]),
      ...(node.each ? [['each', inlineParams(node.each.in, placement.bound)] as const] : []),
      ...(node.visible === undefined ? [] : conjuncts(inlineParams(node.visible, bound))),
    ]
    const exprs = Object.fromEntries(
      Object.entries(node.exprs ?? {}).map(([name, expr]) => [name, inlineParams(expr, bound)]),
    )
    const on = Object.fromEntries(
      Object.entries(node.on ?? {}).map(([name, steps]) => [
        name,
        steps.map((step) => inlineParamsInStep(step, bound)),
      ]),
    )
    const item: OutlineItem = {
      node: { ...node, exprs, on },
      widget,
      above: placement.above,
      slot: placement.slot,
      when,
      rows,
      root: placement.root,
      inside: [],
    }
    items.push(item)
    placement.above?.inside.push(item)
    const inner: Placement = { above: item, slot: '', when, rows, bound, root: placement.root }
    for (const slot of Object.keys(widget.slots))
      for (const child of node.slots?.[slot] ?? []) visit(child, { ...inner, slot })
    for (const child of node.loading ?? [])
      visit(child, { ...placement, above: undefined, root: { kind: 'placeholder' } })
    if (node.fallback) visit(node.fallback, { ...placement, when: [...placement.when, ['fallback', node.sourcePath]] })
    for (const steps of Object.values(node.on ?? {})) visitSheets(steps, { ...inner, above: undefined })
  }

  function visitSheets(steps: readonly Step[], placement: Placement): void {
    for (const step of steps) {
      for (const body of Object.values(step.slots ?? {}))
        for (const child of body) visit(child, { ...placement, slot: '', root: { kind: 'sheet' } })
      for (const branch of Object.values(step.branches ?? {})) visitSheets(branch, placement)
    }
  }

  const body: Root = { kind: 'body' }
  for (const node of nodesOf(screen)) visit(node, start(body))
  for (const query of Object.values(screen.queries)) {
    for (const nodes of Object.values(query.placeholders ?? {})) {
      const root: Root = { kind: 'placeholder' }
      for (const node of nodes) visit(node, start(root))
    }
  }
  visitSheets(screen.onShow, start({ kind: 'sheet' }))
  return items
}

const conjuncts = (expr: Expr): Expr[] =>
  Array.isArray(expr) && expr[0] === '&&' ? [...conjuncts(expr[1] as Expr), ...conjuncts(expr[2] as Expr)] : [expr]

/** Replaces parameters of parts by their expressions. */
function inlineParams(expr: Expr, bound: Bound): Expr {
  if (!Array.isArray(expr)) return expr
  const [op, ...args] = expr as unknown as readonly [string, ...Expr[]]
  const [name] = args
  if (op === 'v' && typeof name === 'string' && Object.hasOwn(bound, name)) return bound[name] ?? null
  return [op, ...args.map((arg) => inlineParams(arg, bound))]
}

function inlineParamsInStep(step: Step, bound: Bound): Step {
  const branches = Object.fromEntries(
    Object.entries(step.branches ?? {}).map(([name, steps]) => [
      name,
      steps.map((one) => inlineParamsInStep(one, bound)),
    ]),
  )
  return {
    ...step,
    exprs: Object.fromEntries(
      Object.entries(step.exprs ?? {}).map(([name, expr]) => [name, inlineParams(expr, bound)]),
    ),
    branches,
  }
}

/** Whether any operation in the expression satisfies the test. */
export function someOperation(expr: Expr, test: (op: string, args: readonly Expr[]) => boolean): boolean {
  if (!Array.isArray(expr)) return false
  const [op, ...args] = expr as unknown as readonly [string, ...Expr[]]
  return test(op, args) || args.some((arg) => someOperation(arg, test))
}

/** Whether an expression reads one of these local names. */
export const readsLocal = (expr: Expr, names: readonly string[]): boolean =>
  someOperation(expr, (op, [name]) => op === 'v' && names.includes(String(name)))
/** Whether an expression reads no local and no root, so that its value is known at compile time. */
export const isLiteral = (expr: Expr): boolean => !someOperation(expr, (op) => op === 'v' || op === '@')

/** The value of a prop: literal, expression or default; undefined when the prop has none. */
export function propValue(item: OutlineItem, prop: string): { json: Json } | { expr: Expr } | undefined {
  const { props, exprs } = item.node
  if (exprs && Object.hasOwn(exprs, prop)) return { expr: exprs[prop] ?? null }
  if (props && Object.hasOwn(props, prop)) return { json: props[prop] ?? null }
  const fallback = item.widget.a11y.defaults[prop]
  return fallback === undefined ? undefined : { json: fallback }
}

/** Whether the user can operate it here. */
export function isControl({ node, widget }: OutlineItem): boolean {
  const { control } = widget.a11y
  return typeof control === 'string' ? node.on?.[control] !== undefined : control
}

/** Whether two nodes are never on the page together. */
export function mutuallyExclusive(a: OutlineItem, b: OutlineItem): boolean {
  return (
    replaces(a, b) ||
    replaces(b, a) ||
    a.when.some((left) => b.when.some((right) => excludes(left, right) || excludes(right, left)))
  )
}

/** Whether `a` is a fallback of `b` or of an ancestor of `b`. */
function replaces(a: OutlineItem, b: OutlineItem): boolean {
  const replaced = a.when.flatMap((one) => (Array.isArray(one) && one[0] === 'fallback' ? [String(one[1])] : []))
  for (let at: OutlineItem | undefined = b; at && replaced.length > 0; at = at.above)
    if (replaced.includes(at.node.sourcePath)) return true
  return false
}

const same = (a: Expr | undefined, b: Expr | undefined): boolean => JSON.stringify(a) === JSON.stringify(b)
const opposite: Readonly<Record<string, string>> = { '==': '!=', '!=': '==' }

function excludes(a: Expr, b: Expr): boolean {
  if (!Array.isArray(a) || !Array.isArray(b)) return false
  const [opA, leftA, rightA] = a as readonly Expr[]
  const [opB, leftB, rightB] = b as readonly Expr[]
  if (opA === '!' && same(leftA, b)) return true
  if (opA === '==' && opB === '==' && same(leftA, leftB))
    return !Array.isArray(rightA) && !Array.isArray(rightB) && !same(rightA, rightB)
  return opposite[String(opA)] === opB && same(leftA, leftB) && same(rightA, rightB)
}

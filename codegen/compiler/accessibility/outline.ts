import { awaitedBy } from '../../../src/engine/language/expressions/nodeTraits.ts'
import type { Expr, Json, Node, Screen, Step } from '../../../src/engine/language/expressions/program.ts'
import {
  contentOfNode,
  contentOfScreen,
  contentOfStep,
  isOperation,
  mapSteps,
  sameExpr,
  someOperation,
} from '../../../src/engine/language/expressions/visit.ts'
import type { Content } from '../../../src/engine/language/expressions/visit.ts'
import { hasEntries, replaceLocals } from '../parts/replaceLocals.ts'
import type { Vocabulary, Widget } from '../contract/contract.ts'

/** A node in the order of the page, with parts expanded and their parameters inlined. */
export interface OutlineItem {
  node: Node
  widget: Widget
  /** The parent item, and the slot that contains this item. */
  above: OutlineItem | undefined
  slot: string
  /** Conditions under which it is present, outermost first; rows and awaited data are conditions too. */
  when: readonly Presence[]
  /** Locals of the enclosing rows. */
  rows: readonly string[]
  /** The tree it belongs to: the body, a placeholder of a query, or a sheet. */
  root: Root
  inside: OutlineItem[]
}

/** A condition under which a node is present: it is true, its query has data, its list has rows, or the node it replaces has failed. */
export type Presence =
  | Expr
  | readonly ['awaits', query: string]
  | readonly ['each', list: Expr]
  | readonly ['fallback', sourcePath: string]

export interface Root {
  kind: 'body' | 'placeholder' | 'sheet'
}

type Bound = Readonly<Record<string, Expr>>
interface Placement {
  above: OutlineItem | undefined
  slot: string
  when: readonly Presence[]
  rows: readonly string[]
  bound: Bound
  root: Root
}

/** Cached by the lowered screen, which is a new object after each change. */
const outlineCache = new WeakMap<Screen, OutlineItem[]>()

/** Every node of a screen in page order, containers before their content. */
export function outline(screen: Screen, contract: Vocabulary): OutlineItem[] {
  const items = outlineCache.get(screen) ?? readOutline(screen, contract)
  outlineCache.set(screen, items)
  return items
}

function readOutline(screen: Screen, contract: Vocabulary): OutlineItem[] {
  const items: OutlineItem[] = []
  const start = (root: Root): Placement => ({ above: undefined, slot: '', when: [], rows: [], bound: {}, root })

  function visit(node: Node, placement: Placement): void {
    const widget = contract.widgets.get(node.widget)
    if (!widget) return
    const bound: Bound = node.let
      ? {
          ...placement.bound,
          ...Object.fromEntries(
            Object.entries(node.let).map(([name, expr]) => [name, replaceLocals(expr, placement.bound)]),
          ),
        }
      : placement.bound
    const rows = node.each
      ? [...placement.rows, node.each.as, ...(node.each.index === undefined ? [] : [node.each.index])]
      : placement.rows
    const awaited = awaitedBy(node)
    const when: Presence[] = [
      ...placement.when,
      ...(awaited === undefined ? [] : [['awaits', awaited] as const]),
      ...(node.each ? [['each', replaceLocals(node.each.in, placement.bound)] as const] : []),
      ...(node.visible === undefined ? [] : conjuncts(replaceLocals(node.visible, bound))),
    ]
    const exprs = Object.fromEntries(
      Object.entries(node.exprs ?? {}).map(([name, expr]) => [name, replaceLocals(expr, bound)]),
    )
    const { on = {} } = node
    const boundSteps = hasEntries(bound)
      ? Object.fromEntries(
          Object.entries(on).map(([name, steps]) => [
            name,
            mapSteps(steps, { expr: (expr) => replaceLocals(expr, bound) }),
          ]),
        )
      : on
    const item: OutlineItem = {
      node: { ...node, exprs, on: boundSteps },
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
    const order = Object.keys(widget.slots)
    const rank = ({ keyword, name }: Content): number => (keyword === 'slots' ? order.indexOf(name) : order.length)
    for (const content of contentOfNode(node).toSorted((a, b) => rank(a) - rank(b))) {
      if (content.steps) visitSheets(content.steps, { ...inner, above: undefined })
      else for (const child of content.nodes) visit(child, placementIn(content))
    }

    function placementIn({ keyword, name }: Content): Placement {
      if (keyword === 'loading') return { ...placement, above: undefined, root: { kind: 'placeholder' } }
      if (keyword === 'fallback') return { ...placement, when: [...placement.when, ['fallback', node.sourcePath]] }
      return { ...inner, slot: name }
    }
  }

  function visitSheets(steps: readonly Step[], placement: Placement): void {
    for (const { nodes, steps: branch } of steps.flatMap(contentOfStep)) {
      if (branch) visitSheets(branch, placement)
      else for (const child of nodes) visit(child, { ...placement, slot: '', root: { kind: 'sheet' } })
    }
  }

  const body: Root = { kind: 'body' }
  for (const { keyword, nodes, steps } of contentOfScreen(screen)) {
    if (steps) visitSheets(steps, start({ kind: 'sheet' }))
    else {
      const root: Root = keyword === 'placeholders' ? { kind: 'placeholder' } : body
      for (const node of nodes) visit(node, start(root))
    }
  }
  return items
}

const conjuncts = (expr: Expr): Expr[] =>
  isOperation(expr) && expr[0] === '&&' ? [...conjuncts(expr[1]), ...conjuncts(expr[2])] : [expr]

/** Whether an expression reads no local and no root, so that its value is known at compile time. */
export const isLiteral = (expr: Expr): boolean => !someOperation(expr, ([name]) => name === 'v' || name === '@')

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
  const replaced = a.when.flatMap((condition) =>
    isCompound(condition) && condition[0] === 'fallback' ? [condition[1]] : [],
  )
  for (let at: OutlineItem | undefined = b; at && replaced.length > 0; at = at.above)
    if (replaced.includes(at.node.sourcePath)) return true
  return false
}

/** Whether two conditions are the same. */
export function samePresence(a: Presence, b: Presence): boolean {
  if (!isCompound(a) || !isCompound(b)) return a === b
  return a.length === b.length && a.every((item: Expr | undefined, index) => sameExpr(item, b[index]))
}
const isCompound = (presence: Presence): presence is Exclude<Presence, null | boolean | number | string> =>
  typeof presence === 'object' && presence !== null

function excludes(a: Presence, b: Presence): boolean {
  if (!isCompound(a) || !isCompound(b)) return false
  if (a[0] === '!') return samePresence(a[1], b)
  if (a[0] !== '==' || (b[0] !== '==' && b[0] !== '!=') || !sameExpr(a[1], b[1])) return false
  return b[0] === '!=' ? sameExpr(a[2], b[2]) : !isOperation(a[2]) && !isOperation(b[2]) && !sameExpr(a[2], b[2])
}

import { MARK_PROP } from '../language/draftMarks.ts'
import { awaitedBy } from '../language/expressions/nodeTraits.ts'
import { isReactive } from '../language/expressions/functions.ts'
import type { ComponentType } from 'react'
import type { Expr, Json, Node, Root, Step } from '../language/expressions/program.ts'
import { someOperation } from '../language/expressions/visit.ts'

// Each widget has its own props; the compiler has checked them.
export type Widget = ComponentType<Record<string, unknown>>

export interface SlotPlan {
  name: string
  children: Plan[]
}

export interface EachPlan {
  as: string
  index: string | undefined
  in: Expr
  key: Expr
  tracked: boolean
}

/** A node prepared for repeated rendering. Tracked expressions can change while the scope is the same; the others depend on the scope only. */
export interface Plan {
  node: Node
  sourcePath: string
  widget: Widget | null
  props: Record<string, unknown>
  scopeExprs: readonly (readonly [name: string, expr: Expr])[]
  tracked: readonly (readonly [name: string, expr: Expr])[]
  slots: readonly SlotPlan[]
  /** Event name, prop name, steps. */
  events: readonly (readonly [event: string, prop: string, steps: Step[]])[]
  visible: Expr | undefined
  each: EachPlan | null
  awaited: string | undefined
  /** The condition of a node that waits, if it reads no data, row or `let`: a hidden node has no placeholder. */
  hiddenUnless: Expr | undefined
  showErrorOf: readonly string[] | undefined
  let: readonly (readonly [name: string, expr: Expr, tracked: boolean])[]
  fallback: Plan | null
  /** An ancestor node has a fallback. */
  hasFallbackAncestor: boolean
  /** Has tracked reads, or repeats a child over a tracked list: rendered by a separate component. */
  isReactive: boolean
  /** Neither it nor its descendants depend on a scope or on anything tracked: rendered once for a view. */
  isStatic: boolean
  /** Not repeated, waiting or conditional, without events and `let`: most nodes, rendered by the fastest path. */
  isSimple: boolean
  /** The mark of a node of a draft; undefined in the published catalogue. */
  mark: string | undefined
  cached: { for: object; element: unknown } | null
}

/** Roots that are constant during a screen's lifetime. */
const FIXED_ROOTS: ReadonlySet<Root> = new Set(['params', 'config'])
/** Prop names reserved by React or the DOM; slots and events are passed separately. */
const FORBIDDEN = new Set([
  '__proto__',
  'constructor',
  'prototype',
  'children',
  'key',
  'ref',
  'style',
  'className',
  'dangerouslySetInnerHTML',
])

type Names = ReadonlySet<string>

type NamedExpr = readonly [name: string, expr: Expr]
type Widgets = Readonly<Record<string, Widget>>

const NONE: readonly never[] = []
const NO_NAMES: Names = new Set()

/** Plans nodes for one set of widgets. `trackedNames`: locals around them whose value is evaluated where it is read. */
export function planNodes(
  nodes: readonly Node[],
  widgets: Widgets,
  trackedNames: Names = NO_NAMES,
  hasFallbackAncestor = false,
): Plan[] {
  const plans: Plan[] = []
  for (const node of nodes) plans.push(planNode(node, widgets, trackedNames, hasFallbackAncestor))
  return plans
}

function planNode(node: Node, widgets: Widgets, outerNames: Names, hasFallbackAncestor: boolean): Plan {
  const { each: repeat, showErrorOf, visible, sourcePath } = node
  const awaited = awaitedBy(node)
  const each: EachPlan | null = repeat
    ? { as: repeat.as, index: repeat.index, in: repeat.in, key: repeat.key, tracked: isTracked(repeat.in, outerNames) }
    : null
  const rowNames = each ? without(outerNames, each.as, each.index) : outerNames
  const bindings = node.let ? planLet(node.let, rowNames) : NONE
  const names = bindings.length === 0 ? rowNames : namesWith(rowNames, bindings)
  const widget = Object.hasOwn(widgets, node.widget) ? (widgets[node.widget] ?? null) : null
  const fallback = node.fallback ? planNode(node.fallback, widgets, names, hasFallbackAncestor) : null

  let isReactive = visible !== undefined && isTracked(visible, names)
  let isIndependent =
    each === null &&
    awaited === undefined &&
    widget !== null &&
    bindings.length === 0 &&
    (visible === undefined || !readsLocal(visible))
  let scopeExprs: NamedExpr[] | readonly never[] = NONE
  let tracked: NamedExpr[] | readonly never[] = NONE
  for (const name in node.exprs) {
    if (!Object.hasOwn(node.exprs, name) || FORBIDDEN.has(name)) continue
    const expr = node.exprs[name] ?? null
    if (isTracked(expr, names)) tracked = [...tracked, [name, expr]]
    else {
      scopeExprs = [...scopeExprs, [name, expr]]
      isIndependent &&= !readsLocal(expr)
    }
  }
  let slots: SlotPlan[] | readonly never[] = NONE
  for (const name in node.slots) {
    if (!Object.hasOwn(node.slots, name)) continue
    const children = planNodes(node.slots[name] ?? NONE, widgets, names, hasFallbackAncestor || fallback !== null)
    slots = [...slots, { name, children }]
    for (const child of children) {
      isIndependent &&= child.isStatic
      isReactive ||= child.each?.tracked === true && child.awaited === undefined
    }
  }
  isReactive ||= tracked.length > 0
  const events = node.on
    ? Object.entries(node.on).map(
        ([event, steps]) => [event, `on${event.charAt(0).toUpperCase()}${event.slice(1)}`, steps] as const,
      )
    : NONE
  return {
    node,
    sourcePath,
    widget,
    props: staticProps(node.props),
    scopeExprs,
    tracked,
    slots,
    events,
    visible,
    each,
    awaited,
    hiddenUnless:
      awaited !== undefined && each === null && bindings.length === 0 && visible !== undefined && !readsData(visible)
        ? visible
        : undefined,
    showErrorOf,
    let: bindings,
    fallback,
    hasFallbackAncestor,
    isReactive,
    isStatic: isIndependent && !isReactive && events.length === 0,
    isSimple:
      !isReactive &&
      !each &&
      awaited === undefined &&
      visible === undefined &&
      bindings.length === 0 &&
      events.length === 0,
    mark: markOf(node),
    cached: null,
  }
}

function planLet(names: Record<string, Expr>, outerNames: Names): Plan['let'] {
  return Object.entries(names).map(([name, expr]) => [name, expr, isTracked(expr, outerNames)] as const)
}

function namesWith(outerNames: Names, bindings: Plan['let']): Names {
  const names = new Set(outerNames)
  for (const [name, , tracked] of bindings) {
    if (tracked) names.add(name)
    else names.delete(name)
  }
  return names
}

const markOf = ({ props }: Node): string | undefined => {
  const mark = props?.[MARK_PROP]
  return typeof mark === 'string' ? mark : undefined
}

function staticProps(props: Record<string, Json> | undefined): Record<string, unknown> {
  const allowed: Record<string, unknown> = {}
  for (const name in props) if (Object.hasOwn(props, name) && !FORBIDDEN.has(name)) allowed[name] = props[name]
  return allowed
}

function without(names: Names, ...removed: (string | undefined)[]): Names {
  if (!removed.some((name) => name !== undefined && names.has(name))) return names
  return new Set([...names].filter((name) => !removed.includes(name)))
}

/** Whether the value can change while the scope is the same: it reads an atom, a live function or a tracked local. */
export const isTracked = (expr: Expr, names: Names): boolean =>
  someOperation(expr, (operation) => {
    switch (operation[0]) {
      case '@':
        return !FIXED_ROOTS.has(operation[1])
      case 'v':
        return names.has(operation[1])
      case 'f':
        return isReactive(operation[1])
      default:
        return false
    }
  })

const readsData = (expr: Expr): boolean => someOperation(expr, ([name, root]) => name === '@' && root === 'data')
const readsLocal = (expr: Expr): boolean => someOperation(expr, ([name]) => name === 'v')

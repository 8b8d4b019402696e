import type { ComponentType } from 'react'
import type { Expr, Json, Node, Step } from '../core/program.ts'

// Each widget has props of its own; the compiler has checked what a screen gives it.
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

/** A node made ready to be drawn many times. Tracked expressions read what changes by itself; the others follow from their scope. */
export interface Plan {
  node: Node
  at: string
  widget: Widget | null
  lazy: boolean
  props: Record<string, unknown>
  pure: readonly (readonly [name: string, expr: Expr])[]
  tracked: readonly (readonly [name: string, expr: Expr])[]
  slots: readonly SlotPlan[]
  /** Event name, prop name, steps. */
  events: readonly (readonly [event: string, prop: string, steps: Step[]])[]
  when: Expr | undefined
  each: EachPlan | null
  needs: string | undefined
  let: readonly (readonly [name: string, expr: Expr, tracked: boolean])[]
  fallback: Plan | null
  /** Some node around it has a fallback. */
  covered: boolean
  /** Reads something tracked itself, or repeats a child over something tracked: drawn by a component of its own. */
  live: boolean
  /** Neither it nor anything in it depends on a scope or on anything tracked: drawn once for a view. */
  closed: boolean
  drawn: { for: object; element: unknown } | null
}

/** Functions whose result changes without their arguments. */
const LIVE_FUNCTIONS = new Set(['quote', 'ago'])
/** Roots that never change while a screen lives. */
const FIXED_ROOTS = new Set(['params', 'config'])
/** Prop names that are React's or the DOM's, and slots and events have their own ways in. */
const FORBIDDEN = new Set(['__proto__', 'constructor', 'prototype', 'children', 'key', 'ref', 'style', 'className', 'dangerouslySetInnerHTML'])
const LAZY = Symbol.for('react.lazy')

type Names = ReadonlySet<string>

/** Plans nodes for one set of widgets. `trackedNames`: locals around them whose value is evaluated where it is read. */
export function planNodes(nodes: readonly Node[], widgets: Readonly<Record<string, Widget>>, trackedNames: Names = new Set(), covered = false): Plan[] {
  return nodes.map((node) => planNode(node, widgets, trackedNames, covered))
}

function planNode(node: Node, widgets: Readonly<Record<string, Widget>>, around: Names, covered: boolean): Plan {
  const each: EachPlan | null = node.each ? { as: node.each.as, index: node.each.index, in: node.each.in, key: node.each.key, tracked: isTracked(node.each.in, around) } : null
  let names = each ? without(around, each.as, each.index) : around
  const bound = Object.entries(node.let ?? {}).map(([name, expr]) => [name, expr, isTracked(expr, names)] as const)
  if (bound.length > 0) {
    const inner = new Set(names)
    for (const [name, , tracked] of bound) if (tracked) inner.add(name)
      else inner.delete(name)
    names = inner
  }
  const widget = Object.hasOwn(widgets, node.widget) ? (widgets[node.widget] ?? null) : null
  const fallback = node.fallback ? planNode(node.fallback, widgets, names, covered) : null
  const inside = covered || fallback !== null
  const exprs = entries(node.exprs)
  const slots = Object.entries(node.slots ?? {}).map(([name, nodes]) => ({ name, children: planNodes(nodes, widgets, names, inside) }))
  const tracked = exprs.filter(([, expr]) => isTracked(expr, names))
  const events = Object.entries(node.on ?? {}).map(([event, steps]) => [event, `on${event.charAt(0).toUpperCase()}${event.slice(1)}`, steps] as const)
  const repeatsTracked = slots.some(({ children }) => children.some((child) => child.each?.tracked && child.needs === undefined))
  const live = tracked.length > 0 || repeatsTracked || (node.when !== undefined && isTracked(node.when, names))
  const closed =
    !live && events.length === 0 && each === null && node.needs === undefined && widget !== null && bound.length === 0 &&
    !exprs.some(([, expr]) => readsLocal(expr)) && (node.when === undefined || !readsLocal(node.when)) &&
    slots.every(({ children }) => children.every((child) => child.closed))
  return {
    node, at: node.at, widget, lazy: isLazy(widget),
    props: staticProps(node.props),
    pure: exprs.filter(([, expr]) => !isTracked(expr, names)),
    tracked, slots, events, when: node.when, each, needs: node.needs, let: bound, fallback, covered, live, closed,
    drawn: null,
  }
}

function entries(exprs: Node['exprs']): (readonly [string, Expr])[] {
  return Object.entries(exprs ?? {}).filter(([name]) => !FORBIDDEN.has(name))
}

function staticProps(props: Record<string, Json> | undefined): Record<string, unknown> {
  const allowed: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(props ?? {})) if (!FORBIDDEN.has(name)) allowed[name] = value
  return allowed
}

function without(names: Names, ...gone: (string | undefined)[]): Names {
  if (!gone.some((name) => name !== undefined && names.has(name))) return names
  return new Set([...names].filter((name) => !gone.includes(name)))
}

function isLazy(widget: Widget | null): boolean {
  return typeof widget === 'object' && widget !== null && '$$typeof' in widget && (widget as { $$typeof: unknown }).$$typeof === LAZY
}

/** Whether the value can change while the scope stays: it reads an atom, a live function or a tracked local. */
export function isTracked(expr: Expr, names: Names): boolean {
  if (typeof expr !== 'object' || expr === null) return false
  const [op, first] = expr
  if (op === '@') return !FIXED_ROOTS.has(String(first))
  if (op === 'v') return names.has(String(first))
  if (op === 'f' && LIVE_FUNCTIONS.has(String(first))) return true
  for (let i = 1; i < expr.length; i++) if (isTracked(expr[i] ?? null, names)) return true
  return false
}

function readsLocal(expr: Expr): boolean {
  if (typeof expr !== 'object' || expr === null) return false
  return expr[0] === 'v' || expr.some((part) => readsLocal(part))
}

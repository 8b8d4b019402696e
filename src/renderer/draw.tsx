import { Fragment, type ReactNode } from 'react'
import { jsx, jsxs } from 'react/jsx-runtime'
import { evaluate, ExpressionError, Scope } from '../core/evaluate.ts'
import { NodeErrorBoundary } from './boundary.tsx'
import type { View } from './host.ts'
import type { Handler } from './run.ts'
import type { Plan, SlotPlan } from './plan.ts'

/** Renders a node. Its expressions are evaluated here, unless it is reactive: then a separate component evaluates them. */
export function draw(plan: Plan, scope: Scope | null, view: View, key?: string): ReactNode {
  if (!view.isolateErrors) {
    if (plan.isStatic) {
      if (plan.drawn?.for !== view) plan.drawn = { for: view, element: drawRow(plan, null, view, key) }
      return plan.drawn.element as ReactNode
    }
    if (plan.isSimple) return drawNode(plan, scope, view, key)
  }
  if (plan.waitFor !== undefined) return jsx(view.kit.Needs, { plan, scope, view }, key)
  return drawNeeded(plan, scope, view, key)
}

/** Renders the node once its data is ready. */
export function drawNeeded(plan: Plan, scope: Scope | null, view: View, key?: string): ReactNode {
  if (plan.each) {
    const repeat = jsx(view.kit.Repeat, { plan, scope, view }, key)
    return view.isolateErrors ? guard(plan, scope, view, repeat, key) : repeat
  }
  return drawRow(plan, scope, view, key)
}

/** One row of a repeated node, or a node that is not repeated. */
export function drawRow(plan: Plan, outer: Scope | null, view: View, key?: string): ReactNode {
  if (view.isolateErrors) return guard(plan, outer, view, <IsolatedNode plan={plan} scope={outer} view={view} />, key)
  return drawPlain(plan, outer, view, key)
}

/** In a view that isolates errors, a component evaluates the node, so that its boundary catches the errors. */
function IsolatedNode({ plan, scope, view }: { plan: Plan; scope: Scope | null; view: View }): ReactNode {
  return drawPlain(plan, scope, view)
}

function guard(plan: Plan, scope: Scope | null, view: View, children: ReactNode, key?: string): ReactNode {
  const { fallback } = plan
  // Without its own fallback, an error goes to the nearest ancestor that has one.
  if (!fallback && plan.hasFallbackAncestor) return <Fragment key={key}>{children}</Fragment>
  return (
    <NodeErrorBoundary key={key} at={plan.sourcePath} widget={plan.node.widget} view={view} scope={scope} {...(fallback && { fallback: () => draw(fallback, scope, view) })}>
      {children}
    </NodeErrorBoundary>
  )
}

function drawPlain(plan: Plan, outer: Scope | null, view: View, key?: string): ReactNode {
  const scope = plan.let.length === 0 ? outer : bindLet(plan, outer, view)
  if (plan.isReactive) return jsx(view.kit.Live, { plan, scope, view }, key)
  if (plan.visible !== undefined && !holds(evaluate(plan.visible, scope, view.env))) return null
  if (plan.events.length > 0) return jsx(view.kit.Handled, { plan, scope, view }, key)
  return drawNode(plan, scope, view, key)
}

function drawNode(plan: Plan, scope: Scope | null, view: View, key?: string): ReactNode {
  const props = baseProps(plan, scope, view)
  const fixed = plan.slots.length > 0 && addSlots(plan, props, scope, view)
  return drawWidget(plan, scope, view, fixed, props, key)
}

/** A part's parameters: evaluated now if they depend on the scope only, else where they are read. */
function bindLet(plan: Plan, outer: Scope | null, view: View): Scope | null {
  let scope = outer
  for (const [name, expr, tracked] of plan.let) scope = tracked ? new Scope(name, expr, scope, true, outer) : new Scope(name, evaluate(expr, outer, view.env), scope)
  return scope
}

export function holds(value: unknown): boolean {
  if (typeof value === 'boolean') return value
  throw new ExpressionError('A condition is neither true nor false.')
}

/** Props that are fixed while the scope is the same. */
export function baseProps(plan: Plan, scope: Scope | null, view: View): Record<string, unknown> {
  const props = { ...plan.props }
  for (const [name, expr] of plan.scopeExprs) props[name] = evaluate(expr, scope, view.env)
  return props
}

export function addHandlers(plan: Plan, props: Record<string, unknown>, handlers: readonly Handler[]): void {
  plan.events.forEach(([, prop], i) => {
    props[prop] = handlers[i]?.call
  })
}

/** Renders the slots into `props`. Returns true when the children are a fixed sequence of nodes, which need no keys. */
export function addSlots(plan: Plan, props: Record<string, unknown>, scope: Scope | null, view: View): boolean {
  let fixed = false
  for (const slot of plan.slots) {
    const drawn: ReactNode[] = []
    for (const child of slot.children) drawn.push(drawChild(child, scope, view))
    fixed = putSlot(slot, drawn, props) || fixed
  }
  return fixed
}

/** In a widget's slot, a repeated child adds its rows directly: a list counts and positions them. */
export function drawChild(child: Plan, scope: Scope | null, view: View): ReactNode {
  if (child.each && !child.each.tracked && child.waitFor === undefined && !view.isolateErrors) {
    const rows: ReactNode[] = []
    eachRow(child, evaluate(child.each.in, scope, view.env), scope, view, (key, _item, _index, inner) => rows.push(drawRow(child, inner, view, key)))
    return rows
  }
  return draw(child, scope, view)
}

export function putSlot(slot: SlotPlan, drawn: readonly ReactNode[], props: Record<string, unknown>): boolean {
  if (drawn.length === 0) return false
  if (drawn.length === 1) props[slot.name] = drawn[0]
  else if (slot.name === 'children') {
    props.children = drawn
    return true
  } else props[slot.name] = jsxs(Fragment, { children: drawn })
  return false
}

/** `fixed`: children is an array of nodes in a fixed order. */
export function drawWidget(plan: Plan, scope: Scope | null, view: View, fixed: boolean, props: Record<string, unknown>, key?: string): ReactNode {
  if (plan.showErrorOf === undefined) return drawAlone(plan, scope, view, fixed, props, key)
  return jsxs(Fragment, { children: [drawAlone(plan, scope, view, fixed, props), jsx(view.kit.Told, { plan, view })] }, key)
}

function drawAlone(plan: Plan, scope: Scope | null, view: View, fixed: boolean, props: Record<string, unknown>, key?: string): ReactNode {
  const { widget } = plan
  if (!widget) return drawUnknown(plan, scope, view, key)
  return fixed ? jsxs(widget, props, key) : jsx(widget, props, key)
}

/** A widget that this build lacks: its fallback, else the nearest ancestor's, else a card with its name. */
function drawUnknown({ fallback, hasFallbackAncestor: covered, sourcePath: at, node }: Plan, scope: Scope | null, view: View, key?: string): ReactNode {
  if (fallback) return draw(fallback, scope, view, key)
  if (covered) throw new Error(`There is no widget ${node.widget}.`)
  const { broken: Broken } = view.host.placeholders
  return <Broken key={key} at={at} widget={node.widget} why="unknown" />
}

/** Iterates over the rows of a repeated node; each row has its own key. */
export function eachRow(plan: Plan, list: unknown, scope: Scope | null, view: View, visit: (key: string, item: unknown, index: number, inner: Scope | null) => void): void {
  if (!Array.isArray(list)) throw new ExpressionError('A list is missing.')
  const seen = new Set<string>()
  list.forEach((item: unknown, index) => {
    const inner = rowScope(plan, item, index, scope)
    let key = keyOfRow(plan, inner, index, view)
    while (seen.has(key)) key = `${key}~`
    seen.add(key)
    visit(key, item, index, inner)
  })
}

export function rowScope({ each }: Plan, item: unknown, index: number, scope: Scope | null): Scope | null {
  if (!each) return scope
  const inner = new Scope(each.as, item, scope)
  return each.index === undefined ? inner : new Scope(each.index, index, inner)
}

export function keyOfRow({ each }: Plan, inner: Scope | null, index: number, view: View): string {
  const value = evaluate(each?.key ?? null, inner, view.env)
  return typeof value === 'string' || typeof value === 'number' ? String(value) : `#${index}`
}

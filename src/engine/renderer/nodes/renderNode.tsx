import { Fragment, type ReactNode } from 'react'
import { jsx, jsxs } from 'react/jsx-runtime'
import { evaluate, ExpressionError, Scope } from '../../language/expressions/evaluate.ts'
import { MarkedNode } from './markedNode.tsx'
import { NodeErrorBoundary } from '../boundary.tsx'
import { evaluateCondition } from '../condition.ts'
import type { View } from '../host.ts'
import type { Handler } from '../runSteps.ts'
import type { Plan, SlotPlan } from '../plan.ts'

/** Renders a node. Its expressions are evaluated here, unless it is reactive: then a separate component evaluates them. */
export function renderNode(plan: Plan, scope: Scope | null, view: View, key?: string): ReactNode {
  if (!view.isolateErrors) {
    if (plan.isStatic) {
      // A memo: the element of a static node is a function of its plan and its view.
      if (plan.cached?.for !== view) plan.cached = { for: view, element: renderRow(plan, null, view, key) }
      return plan.cached.element as ReactNode
    }
    if (plan.isSimple) return renderElement(plan, scope, view, key)
  }
  if (plan.awaited !== undefined) return jsx(view.nodeComponents.AwaitNode, { plan, scope, view }, key)
  return renderReady(plan, scope, view, key)
}

/** Renders the node once its data is ready. */
export function renderReady(plan: Plan, scope: Scope | null, view: View, key?: string): ReactNode {
  if (plan.each) {
    const repeat = jsx(view.nodeComponents.RepeatedNode, { plan, scope, view }, key)
    return view.isolateErrors ? isolate(plan, scope, view, repeat, key) : repeat
  }
  return renderRow(plan, scope, view, key)
}

/** One row of a repeated node, or a node that is not repeated. */
export function renderRow(plan: Plan, outer: Scope | null, view: View, key?: string): ReactNode {
  if (view.isolateErrors) return isolate(plan, outer, view, <IsolatedNode plan={plan} scope={outer} view={view} />, key)
  return renderBranch(plan, outer, view, key)
}

/** In a view that isolates errors, a component evaluates the node, so that its boundary catches the errors. */
function IsolatedNode({ plan, scope, view }: { plan: Plan; scope: Scope | null; view: View }): ReactNode {
  return renderBranch(plan, scope, view)
}

function isolate(plan: Plan, scope: Scope | null, view: View, children: ReactNode, key?: string): ReactNode {
  const { fallback } = plan
  // Without its own fallback, an error goes to the nearest ancestor that has one.
  if (!fallback && plan.hasFallbackAncestor) return <Fragment key={key}>{children}</Fragment>
  return (
    <NodeErrorBoundary
      key={key}
      at={plan.sourcePath}
      widget={plan.node.widget}
      view={view}
      scope={scope}
      {...(fallback && { fallback: () => renderNode(fallback, replacementScope(plan, scope), view) })}
    >
      {children}
    </NodeErrorBoundary>
  )
}

function renderBranch(plan: Plan, outer: Scope | null, view: View, key?: string): ReactNode {
  const scope = plan.let.length === 0 ? outer : bindLet(plan, outer, view)
  if (plan.isReactive) {
    const { ReactiveNode, ReactiveInteractiveNode } = view.nodeComponents
    return jsx(plan.events.length > 0 ? ReactiveInteractiveNode : ReactiveNode, { plan, scope, view }, key)
  }
  if (plan.visible !== undefined && !evaluateCondition(plan.visible, scope, view.env)) return null
  if (plan.events.length > 0) return jsx(view.nodeComponents.InteractiveNode, { plan, scope, view }, key)
  return renderElement(plan, scope, view, key)
}

function renderElement(plan: Plan, scope: Scope | null, view: View, key?: string): ReactNode {
  const props = baseProps(plan, scope, view)
  const fixed = plan.slots.length > 0 && addSlots(plan, props, scope, view)
  return renderWidget(plan, scope, view, fixed, props, key)
}

/**
 * A part's parameters: evaluated now if they depend on the scope only, else where they are read.
 * The condition of a node may be what makes its parameters valid, so those of a conditional node are evaluated where they are read.
 */
function bindLet(plan: Plan, outer: Scope | null, view: View): Scope | null {
  let scope = outer
  for (const [name, expr, tracked] of plan.let)
    scope =
      tracked || plan.visible !== undefined
        ? new Scope(name, expr, scope, true, outer)
        : new Scope(name, evaluate(expr, outer, view.env), scope)
  return scope
}

/**
 * The scope of what replaces a node: its fallback or its loading placeholder. A part's parameters are evaluated where they are read, because one
 * of them may be what fails.
 */
export function replacementScope(plan: Plan, outer: Scope | null): Scope | null {
  let scope = outer
  for (const [name, expr] of plan.let) scope = new Scope(name, expr, scope, true, outer)
  return scope
}

/** Props that are fixed while the scope is the same. */
export function baseProps(plan: Plan, scope: Scope | null, view: View): Record<string, unknown> {
  const props = { ...plan.props }
  for (const [name, expr] of plan.scopeExprs) props[name] = evaluate(expr, scope, view.env)
  return props
}

/** Sets the props of the events (`onPress`) to the handlers, which are in the order of `plan.events`. */
export function addHandlers(plan: Plan, props: Record<string, unknown>, handlers: readonly Handler[]): void {
  plan.events.forEach(([, prop], i) => {
    props[prop] = handlers[i]?.call
  })
}

/** Renders the slots into `props`. Returns true when the children are a fixed sequence of nodes, which need no keys. */
export function addSlots(plan: Plan, props: Record<string, unknown>, scope: Scope | null, view: View): boolean {
  let fixed = false
  for (const slot of plan.slots) {
    const children: ReactNode[] = []
    for (const child of slot.children) children.push(renderChild(child, scope, view))
    fixed = assignSlot(slot, children, props) || fixed
  }
  return fixed
}

let created = 0
/** Number of rows created so far by repeated nodes over values that are fixed in their scope. */
export const rowsCreated = (): number => created

/** In a widget's slot, a repeated child adds its rows directly: a list counts and positions them. */
export function renderChild(child: Plan, scope: Scope | null, view: View): ReactNode {
  if (child.each && !child.each.tracked && child.awaited === undefined && !view.isolateErrors) {
    const rows: ReactNode[] = []
    eachRow(child, evaluate(child.each.in, scope, view.env), scope, view, (key, _item, _index, inner) => {
      rows.push(renderRow(child, inner, view, key))
      return true
    })
    created += rows.length
    return rows
  }
  return renderNode(child, scope, view)
}

/**
 * Sets a slot's prop to its nodes; without nodes the prop stays unset.
 * Returns true when the children are a fixed sequence of nodes, which need no keys.
 */
export function assignSlot(slot: SlotPlan, nodes: readonly ReactNode[], props: Record<string, unknown>): boolean {
  if (nodes.length === 0) return false
  if (nodes.length === 1) props[slot.name] = nodes[0]
  else if (slot.name === 'children') {
    props.children = nodes
    return true
  } else props[slot.name] = jsxs(Fragment, { children: nodes })
  return false
}

/** `fixed`: children is an array of nodes in a fixed order. */
export function renderWidget(
  plan: Plan,
  scope: Scope | null,
  view: View,
  fixed: boolean,
  props: Record<string, unknown>,
  key?: string,
): ReactNode {
  if (plan.showErrorOf === undefined) return renderWidgetElement(plan, scope, view, fixed, props, key)
  return jsxs(
    Fragment,
    {
      children: [
        renderWidgetElement(plan, scope, view, fixed, props),
        jsx(view.nodeComponents.QueryNotice, { plan, view }),
      ],
    },
    key,
  )
}

function renderWidgetElement(
  plan: Plan,
  scope: Scope | null,
  view: View,
  fixed: boolean,
  props: Record<string, unknown>,
  key?: string,
): ReactNode {
  const { widget } = plan
  if (!widget) return renderUnknown(plan, scope, view, key)
  if (plan.mark !== undefined) {
    const children = fixed ? jsxs(widget, props) : jsx(widget, props)
    return jsx(MarkedNode, { mark: plan.mark, view, children }, key)
  }
  return fixed ? jsxs(widget, props, key) : jsx(widget, props, key)
}

/** A widget that this build lacks: its fallback, else the nearest ancestor's, else a card with its name. */
function renderUnknown(
  { fallback, hasFallbackAncestor, sourcePath: at, node }: Plan,
  scope: Scope | null,
  view: View,
  key?: string,
): ReactNode {
  if (fallback) return renderNode(fallback, scope, view, key)
  if (hasFallbackAncestor) throw new Error(`There is no widget ${node.widget}.`)
  const { broken: Broken } = view.host.placeholders
  return <Broken key={key} at={at} widget={node.widget} why="unknown" />
}

/** Iterates over the rows of a repeated node until `visit` returns false; each row has its own key. */
export function eachRow(
  plan: Plan,
  list: unknown,
  scope: Scope | null,
  view: View,
  visit: (key: string, item: unknown, index: number, inner: Scope | null) => boolean,
): void {
  if (!Array.isArray(list)) throw new ExpressionError('A list is missing.')
  const seen = new Set<string>()
  for (const [index, item] of list.entries()) {
    const inner = rowScope(plan, item, index, scope)
    let key = keyOfRow(plan, inner, index, view)
    while (seen.has(key)) key = `${key}~`
    seen.add(key)
    if (!visit(key, item, index, inner)) return
  }
}

/** Returns the scope of a row, with its item and, where the node names it, its index; the outer scope for a node that is not repeated. */
export function rowScope({ each }: Plan, item: unknown, index: number, scope: Scope | null): Scope | null {
  if (!each) return scope
  const inner = new Scope(each.as, item, scope)
  return each.index === undefined ? inner : new Scope(each.index, index, inner)
}

/** Returns the value of the key expression; `#` and the index when it is neither a text nor a number. Rows may have equal keys. */
export function keyOfRow({ each }: Plan, inner: Scope | null, index: number, view: View): string {
  const value = evaluate(each?.key ?? null, inner, view.env)
  return typeof value === 'string' || typeof value === 'number' ? String(value) : `#${index}`
}

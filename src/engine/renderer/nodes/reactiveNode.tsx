import { type ReactNode, useLayoutEffect, useMemo, useState } from 'react'
import { evaluate, type Scope } from '../../language/expressions/evaluate.ts'
import { useExternalStore, type ExternalStore } from '../../state/store.ts'
import { ChunkedList } from './chunkedList.ts'
import { evaluateCondition } from '../condition.ts'
import type { NodeProps, View } from '../host.ts'
import type { Plan } from '../plan.ts'
import { addHandlers, addSlots, baseProps, renderChild, renderWidget, assignSlot } from './renderNode.tsx'
import { Handler } from '../runSteps.ts'
import { TrackedStore } from '../trackedStore.ts'

/** Handlers keep their identity while their scope and view change between renders. */
class HandlerContext {
  readonly handlers: readonly Handler[]

  constructor(
    readonly plan: Plan,
    public scope: Scope | null,
    public view: View,
  ) {
    this.handlers = plan.events.map(([event, , steps]) => new Handler(event, steps, plan.sourcePath, this))
  }

  update(scope: Scope | null, view: View): void {
    this.scope = scope
    this.view = view
  }
}

function useHandlers({ plan, scope, view }: NodeProps): readonly Handler[] {
  const [context, setContext] = useState(() => new HandlerContext(plan, scope, view))
  // Another revision of the screen has other steps: React renders again before the children.
  if (context.plan !== plan) setContext(new HandlerContext(plan, scope, view))
  useLayoutEffect(() => context.update(scope, view), [context, scope, view])
  return context.handlers
}

const NO_HANDLERS: readonly Handler[] = []

/** A node with events and nothing tracked: a component, because a running handler must survive a re-render. */
export function InteractiveNode(nodeProps: NodeProps): ReactNode {
  const { plan, scope, view } = nodeProps
  const handlers = useHandlers(nodeProps)
  const props = baseProps(plan, scope, view)
  addHandlers(plan, props, handlers)
  return renderWidget(plan, scope, view, addSlots(plan, props, scope, view), props)
}

/** Whether a child of a reactive node is repeated by it. */
const isTrackedList = ({ each, awaited }: Plan, { isolateErrors }: View): boolean =>
  each?.tracked === true && awaited === undefined && !isolateErrors

/**
 * Element of a tracked evaluation: the same one until the value changes. The store renders it, not a component: a list
 * is rendered from its last rows, which a render that React discards may not replace. A long list grows by a piece in
 * each frame, so that its first rows are painted before the last are created.
 */
class RenderedStore<T> implements ExternalStore<ReactNode> {
  private rendered: { of: T; element: ReactNode } | null = null
  private frame = 0

  /** `isComplete`: whether the last render has rendered all rows of its lists. */
  constructor(
    private readonly source: ExternalStore<T>,
    private readonly render: (value: T) => ReactNode,
    private readonly isComplete: () => boolean,
  ) {}

  readonly watch = (changed: () => void): (() => void) => {
    const growLater = () => {
      if (this.frame === 0 && !this.isComplete()) this.frame = requestAnimationFrame(grow)
    }
    const grow = () => {
      this.frame = 0
      this.rendered = null
      // React reads the snapshot, which renders the next piece.
      changed()
      growLater()
    }
    const stop = this.source.watch(() => {
      changed()
      growLater()
    })
    growLater()
    return () => {
      stop()
      cancelAnimationFrame(this.frame)
      this.frame = 0
    }
  }

  readonly getSnapshot = (): ReactNode => {
    const value = this.source.getSnapshot()
    if (!this.rendered || this.rendered.of !== value) this.rendered = { of: value, element: this.render(value) }
    return this.rendered.element
  }
}

/** Renders a reactive node in one scope: what its tracked expressions do not change is rendered once. */
class ReactiveContent {
  private base: Record<string, unknown> | null = null
  private fixed = false
  private children: ReactNode[][] = []
  private readonly rows = new Map<Plan, ChunkedList>()

  constructor(
    private readonly plan: Plan,
    private readonly scope: Scope | null,
    private readonly view: View,
    private readonly handlers: readonly Handler[],
  ) {}

  /** Values of the tracked expressions, in order; null for a node that is not visible. */
  evaluate(): unknown[] | null {
    const { plan, scope, view } = this
    const { env } = view
    if (plan.visible !== undefined && !evaluateCondition(plan.visible, scope, env)) return null
    const values: unknown[] = []
    for (const [, expr] of plan.tracked) values.push(evaluate(expr, scope, env))
    for (const { children } of plan.slots)
      for (const child of children)
        if (child.each && isTrackedList(child, view)) values.push(evaluate(child.each.in, scope, env))
    return values
  }

  render(values: readonly unknown[] | null): ReactNode {
    if (!values) return null
    const { plan, scope, view } = this
    const first = this.base === null
    const base = (this.base ??= this.makeBase())
    const props = { ...base }
    let at = 0
    for (const [name] of plan.tracked) props[name] = values[at++]
    plan.slots.forEach((slot, s) => {
      const slotNodes = this.children[s] ?? []
      let repeated = false
      slot.children.forEach((child, c) => {
        if (!isTrackedList(child, view)) return
        repeated = true
        let rows = this.rows.get(child)
        if (!rows) this.rows.set(child, (rows = new ChunkedList(child, scope, view)))
        slotNodes[c] = rows.render(values[at++])
      })
      if (repeated || first) this.fixed = assignSlot(slot, repeated ? [...slotNodes] : slotNodes, props) || this.fixed
      if (!repeated && first) assignSlot(slot, slotNodes, base)
    })
    return renderWidget(plan, scope, view, this.fixed, props)
  }

  isComplete(): boolean {
    for (const rows of this.rows.values()) if (!rows.isComplete) return false
    return true
  }

  private makeBase(): Record<string, unknown> {
    const { plan, scope, view } = this
    const base = baseProps(plan, scope, view)
    addHandlers(plan, base, this.handlers)
    this.children = plan.slots.map((slot) =>
      slot.children.map((child) => (isTrackedList(child, view) ? null : renderChild(child, scope, view))),
    )
    return base
  }
}

function useReactiveContent({ plan, scope, view }: NodeProps, handlers: readonly Handler[]): ReactNode {
  const rendered = useMemo(() => {
    const content = new ReactiveContent(plan, scope, view, handlers)
    return new RenderedStore(
      new TrackedStore(() => content.evaluate()),
      (values) => content.render(values),
      () => content.isComplete(),
    )
  }, [plan, scope, view, handlers])
  return useExternalStore(rendered)
}

/** A node with tracked reads: re-rendered alone, when the values it shows differ. */
export function ReactiveNode(nodeProps: NodeProps): ReactNode {
  return useReactiveContent(nodeProps, NO_HANDLERS)
}

/** As ReactiveNode, with events. */
export function ReactiveInteractiveNode(nodeProps: NodeProps): ReactNode {
  return useReactiveContent(nodeProps, useHandlers(nodeProps))
}

/** A repeated node outside a reactive node: at the top of a screen, or below a wait for its data. */
export function RepeatedNode({ plan, scope, view }: NodeProps): ReactNode {
  const rendered = useMemo(() => {
    const rows = new ChunkedList(plan, scope, view)
    const list = new TrackedStore(() => evaluate(plan.each?.in ?? null, scope, view.env))
    return new RenderedStore(
      list,
      (value) => rows.render(value),
      () => rows.isComplete,
    )
  }, [plan, scope, view])
  return useExternalStore(rendered)
}

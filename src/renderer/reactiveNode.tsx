import { type ReactNode, useEffect, useMemo, useReducer, useState } from 'react'
import { evaluate, type Scope } from '../core/evaluate.ts'
import {
  addHandlers,
  addSlots,
  baseProps,
  renderChild,
  renderWidget,
  assertBoolean,
  assignSlot,
} from './renderNode.tsx'
import { sameValue } from './equal.ts'
import type { NodeProps, View } from './host.ts'
import type { Plan } from './plan.ts'
import { ChunkedList } from './chunkedList.ts'
import { Handler } from './runSteps.ts'
import { DependencyTracker } from './dependencyTracker.ts'

const increment = (n: number): number => n + 1

/** Handlers keep their identity while their scope and view change between renders. */
class HandlerContext {
  readonly handlers: readonly Handler[]

  constructor(
    plan: Plan,
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
  const [context] = useState(() => (plan.events.length === 0 ? null : new HandlerContext(plan, scope, view)))
  context?.update(scope, view)
  return context?.handlers ?? NONE
}

const NONE: readonly Handler[] = []

/** A node with events and nothing tracked: a component, because a running handler must survive a re-render. */
export function InteractiveNode(nodeProps: NodeProps): ReactNode {
  const { plan, scope, view } = nodeProps
  const handlers = useHandlers(nodeProps)
  const props = baseProps(plan, scope, view)
  addHandlers(plan, props, handlers)
  return renderWidget(plan, scope, view, addSlots(plan, props, scope, view), props)
}

/** What a reactive node has evaluated and rendered in one scope. */
class ReactiveNodeState {
  readonly tracker = new DependencyTracker()
  private values: unknown[] | null = null
  private error: { cause: unknown } | null = null
  private rendered: { of: unknown[]; element: ReactNode } | null = null
  private base: Record<string, unknown> | null = null
  private fixed = false
  private children: ReactNode[][] = []
  private readonly rows = new Map<Plan, ChunkedList>()

  constructor(
    readonly plan: Plan,
    readonly scope: Scope | null,
    readonly view: View,
    private readonly handlers: readonly Handler[],
  ) {}

  /** Evaluates the tracked expressions. True when the result differs from the last. */
  private refresh(): boolean {
    let next: unknown[]
    try {
      next = this.tracker.read(() => this.evaluate())
    } catch (cause) {
      this.error = { cause }
      return true
    }
    const last = this.values
    const failed = this.error !== null
    this.error = null
    if (!failed && last && last.length === next.length && last.every((value, i) => sameValue(value, next[i])))
      return false
    this.values = next
    return true
  }

  private evaluate(): unknown[] {
    const { plan, scope, view } = this
    const { env } = view
    if (plan.visible !== undefined && !assertBoolean(evaluate(plan.visible, scope, env))) return []
    const values: unknown[] = []
    for (const [, expr] of plan.tracked) values.push(evaluate(expr, scope, env))
    for (const { children } of plan.slots) {
      for (const { each, waitFor } of children)
        if (each?.tracked && waitFor === undefined && !view.isolateErrors) values.push(evaluate(each.in, scope, env))
    }
    values.push(null)
    return values
  }

  connect(rerender: () => void): () => void {
    return this.tracker.connect(() => {
      if (this.refresh()) rerender()
    })
  }

  render(): ReactNode {
    if (!this.values && !this.error) this.refresh()
    if (this.error) throw this.error.cause
    const values = this.values ?? []
    if (this.rendered?.of !== values)
      this.rendered = { of: values, element: values.length === 0 ? null : this.element(values) }
    return this.rendered.element
  }

  private element(values: readonly unknown[]): ReactNode {
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
        if (!child.each?.tracked || child.waitFor !== undefined || view.isolateErrors) return
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

  private makeBase(): Record<string, unknown> {
    const { plan, scope, view } = this
    const base = baseProps(plan, scope, view)
    addHandlers(plan, base, this.handlers)
    this.children = plan.slots.map((slot) =>
      slot.children.map((child) =>
        child.each?.tracked && child.waitFor === undefined && !view.isolateErrors
          ? null
          : renderChild(child, scope, view),
      ),
    )
    return base
  }
}

/** A node with tracked reads: re-rendered alone, when the values it shows differ. */
export function ReactiveNode(nodeProps: NodeProps): ReactNode {
  const { plan, scope, view } = nodeProps
  const [, rerender] = useReducer(increment, 0)
  const handlers = useHandlers(nodeProps)
  const state = useMemo(() => new ReactiveNodeState(plan, scope, view, handlers), [plan, scope, view, handlers])
  useEffect(() => state.connect(rerender), [state])
  return state.render()
}

/** A repeated node outside a reactive node: at the top of a screen, or below a wait for its data. */
export function RepeatedNode({ plan, scope, view }: NodeProps): ReactNode {
  const [, rerender] = useReducer(increment, 0)
  const state = useMemo(() => new RepeatedNodeState(plan, scope, view), [plan, scope, view])
  useEffect(() => state.connect(rerender), [state])
  return state.render()
}

class RepeatedNodeState {
  private readonly tracker = new DependencyTracker()
  private readonly rows: ChunkedList
  private list: { value: unknown } | null = null
  private rendered: { of: unknown; rows: ReactNode } | null = null

  constructor(
    readonly plan: Plan,
    readonly scope: Scope | null,
    readonly view: View,
  ) {
    this.rows = new ChunkedList(plan, scope, view)
  }

  private read(): unknown {
    return this.tracker.read(() => evaluate(this.plan.each?.in ?? null, this.scope, this.view.env))
  }

  connect(rerender: () => void): () => void {
    return this.tracker.connect(() => {
      const last = this.list
      this.list = null
      try {
        const value = this.read()
        this.list = last && sameValue(last.value, value) ? last : { value }
      } catch {
        // The render throws the same error, where a boundary catches it.
      }
      if (this.list !== last) rerender()
    })
  }

  render(): ReactNode {
    const list = (this.list ??= { value: this.read() })
    if (this.rendered?.of !== list) this.rendered = { of: list, rows: this.rows.render(list.value) }
    return this.rendered.rows
  }
}

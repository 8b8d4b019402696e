import { Component, memo, type ReactNode } from 'react'
import type { Scope } from '../language/expressions/evaluate.ts'
import type { View } from './host.ts'

/** Calls `render` inside the tree, so that the boundary around it catches its errors. Re-renders only when its props change. */
const BoundaryContent = memo(function BoundaryContent({
  render,
  view,
}: {
  render: (view: View) => ReactNode
  view: View
}): ReactNode {
  return render(view)
})

interface NodeBoundaryProps {
  at: string
  widget: string
  view: View
  scope: Scope | null
  /** Renders the replacement of a failed node; without it, a card shows the node's name. */
  fallback?: (view: View) => ReactNode
  children: ReactNode
}

interface NodeBoundaryState {
  failed: boolean
  view: View
  scope: Scope | null
}

/** Isolates siblings from the errors of one node. Retries when the node's scope or view changes. */
export class NodeErrorBoundary extends Component<NodeBoundaryProps, NodeBoundaryState> {
  override state: NodeBoundaryState = { failed: false, view: this.props.view, scope: this.props.scope }

  static getDerivedStateFromError(): Partial<NodeBoundaryState> {
    return { failed: true }
  }

  static getDerivedStateFromProps(
    { view, scope }: NodeBoundaryProps,
    state: NodeBoundaryState,
  ): Partial<NodeBoundaryState> | null {
    return view === state.view && scope === state.scope ? null : { failed: false, view, scope }
  }

  override componentDidCatch(error: unknown): void {
    this.props.view.host.report(error, this.props.at)
  }

  override render(): ReactNode {
    const { at, widget, view, scope, fallback, children } = this.props
    if (!this.state.failed) return children
    if (fallback) {
      return (
        <NodeErrorBoundary at={`${at}/fallback`} widget={widget} view={view} scope={scope}>
          <BoundaryContent render={fallback} view={view} />
        </NodeErrorBoundary>
      )
    }
    const { broken: Broken } = view.host.placeholders
    return <Broken at={at} widget={widget} why="failed" />
  }
}

interface QueryBoundaryProps {
  at: string
  view: View
  render: (view: View) => ReactNode
}

interface QueryBoundaryState {
  failed: boolean
  view: View
  /** The view that isolates errors, after an error in this one. */
  isolating: View | null
}

/**
 * Wraps a screen, a query or a sheet. After an error in it, the content is rendered again with one boundary per node,
 * so that only the failing node is replaced. Without errors there are no per-node boundaries and no cost.
 */
export class QueryErrorBoundary extends Component<QueryBoundaryProps, QueryBoundaryState> {
  override state: QueryBoundaryState = { failed: false, view: this.props.view, isolating: null }

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true }
  }

  static getDerivedStateFromProps(
    { view }: QueryBoundaryProps,
    { failed, view: last, isolating }: QueryBoundaryState,
  ): QueryBoundaryState | null {
    if (view !== last) return { failed: false, view, isolating: null }
    return failed && !isolating ? { failed, view, isolating: { ...view, isolateErrors: true } } : null
  }

  override componentDidCatch(error: unknown): void {
    this.props.view.host.report(error, this.props.at)
  }

  override render(): ReactNode {
    const { at, view, render } = this.props
    const { isolating } = this.state
    if (!isolating) return <BoundaryContent render={render} view={view} />
    return (
      <NodeErrorBoundary at={at} widget="" view={isolating} scope={null}>
        <BoundaryContent render={render} view={isolating} />
      </NodeErrorBoundary>
    )
  }
}

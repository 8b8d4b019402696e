import { Component, memo, type ReactNode } from 'react'
import type { Scope } from '../core/evaluate.ts'
import type { View } from './host.ts'

/** Calls `draw` inside the tree, so that the boundary around it catches its errors. Re-renders only when its props change. */
const Drawn = memo(function Drawn({ draw, view }: { draw: (view: View) => ReactNode; view: View }): ReactNode {
  return draw(view)
})

interface GuardProps {
  at: string
  widget: string
  view: View
  scope: Scope | null
  /** Renders the replacement of a failed node; without it, a card shows the node's name. */
  fallback?: (view: View) => ReactNode
  children: ReactNode
}

interface GuardState {
  failed: boolean
  view: View
  scope: Scope | null
}

/** Isolates siblings from the errors of one node. Retries when the node's scope or view changes. */
export class NodeErrorBoundary extends Component<GuardProps, GuardState> {
  override state: GuardState = { failed: false, view: this.props.view, scope: this.props.scope }

  static getDerivedStateFromError(): Partial<GuardState> {
    return { failed: true }
  }

  static getDerivedStateFromProps({ view, scope }: GuardProps, state: GuardState): Partial<GuardState> | null {
    return view === state.view && scope === state.scope ? null : { failed: false, view, scope }
  }

  override componentDidCatch(error: unknown): void {
    this.props.view.host.report(error, this.props.at)
  }

  override render(): ReactNode {
    const { at, widget, view, scope, fallback: instead, children } = this.props
    if (!this.state.failed) return children
    if (instead) {
      return (
        <NodeErrorBoundary at={`${at}/fallback`} widget={widget} view={view} scope={scope}>
          <Drawn draw={instead} view={view} />
        </NodeErrorBoundary>
      )
    }
    const { broken: Broken } = view.host.placeholders
    return <Broken at={at} widget={widget} why="failed" />
  }
}

interface BoundaryProps {
  at: string
  view: View
  draw: (view: View) => ReactNode
}

/**
 * Wraps a screen, a query or a sheet. After an error in it, the content is rendered again with one boundary per node,
 * so that only the failing node is replaced. Without errors there are no per-node boundaries and no cost.
 */
export class QueryErrorBoundary extends Component<BoundaryProps, { failed: boolean; view: View }> {
  override state = { failed: false, view: this.props.view }
  private isolating: View | null = null

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true }
  }

  static getDerivedStateFromProps({ view }: BoundaryProps, state: { view: View }): { failed: boolean; view: View } | null {
    return view === state.view ? null : { failed: false, view }
  }

  override componentDidCatch(error: unknown): void {
    this.props.view.host.report(error, this.props.at)
  }

  override render(): ReactNode {
    const { at, view, draw } = this.props
    if (!this.state.failed) return <Drawn draw={draw} view={view} />
    if (this.isolating?.screen !== view.screen || this.isolating.host !== view.host || this.isolating.lang !== view.lang) this.isolating = { ...view, isolateErrors: true }
    const { isolating } = this
    return (
      <NodeErrorBoundary at={at} widget="" view={isolating} scope={null}>
        <Drawn draw={draw} view={isolating} />
      </NodeErrorBoundary>
    )
  }
}

import { Component, type ReactNode } from 'react'

interface DrawingBoundaryProps {
  fallback: (retry: () => void) => ReactNode
  children: ReactNode
}

/** Catches errors of the drawing; its values are still readable in the table. */
export class DrawingBoundary extends Component<DrawingBoundaryProps, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true }
  }

  override render(): ReactNode {
    return this.state.failed ? this.props.fallback(() => this.setState({ failed: false })) : this.props.children
  }
}

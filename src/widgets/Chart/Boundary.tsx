import { Component, type ReactNode } from 'react'

interface BoundaryProps {
  fallback: (again: () => void) => ReactNode
  children: ReactNode
}

/** Keeps what the drawing throws from the screen around it: its figures can still be read in the table. */
export class Boundary extends Component<BoundaryProps, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true }
  }

  override render(): ReactNode {
    return this.state.failed ? this.props.fallback(() => this.setState({ failed: false })) : this.props.children
  }
}

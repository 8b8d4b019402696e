import { Component, type ReactNode } from 'react'

interface Props {
  /** Replaces the failed content. */
  fallback: (retry: () => void) => ReactNode
  children: ReactNode
}

/** Catches any render error; shows a message and a retry. */
export class Boundary extends Component<Props, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true }
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children
    return this.props.fallback(() => this.setState({ failed: false }))
  }
}

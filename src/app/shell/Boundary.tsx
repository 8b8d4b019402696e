import { Component, type ReactNode } from 'react'

interface Props {
  /** Drawn in the place of what failed. */
  fallback: (again: () => void) => ReactNode
  children: ReactNode
}

/** Whatever fails in drawing ends here, in words and with a way on. */
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

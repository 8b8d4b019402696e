import { Component, type ReactNode } from 'react'
import css from './StudioLayout.module.css'
import type { Workspace } from './model/workspace.ts'
import { Button, ErrorText } from './ui/ui.tsx'

interface Props {
  workspace: Workspace
  children: ReactNode
}

/** Shows the error instead of the page, and ways back. The workspace keeps the unsaved changes. */
export class Crash extends Component<Props, { error: Error | null }> {
  override state: { error: Error | null } = { error: null }

  static getDerivedStateFromError(error: Error): { error: Error } {
    return { error }
  }

  override render(): ReactNode {
    const { error } = this.state
    const { workspace, children } = this.props
    if (!error) return children
    const show = (): void => this.setState({ error: null })
    return (
      <main className={css.center}>
        <ErrorText>The studio cannot show this: {error.message}</ErrorText>
        <p>Nothing that you have written is lost.</p>
        <Button
          look="primary"
          disabled={workspace.get().history.done === 0}
          onClick={() => {
            workspace.undo()
            show()
          }}
        >
          Undo the last change
        </Button>
        <Button
          onClick={() => {
            workspace.set({ open: null, selected: '', view: 'screens' })
            show()
          }}
        >
          Close the file
        </Button>
      </main>
    )
  }
}

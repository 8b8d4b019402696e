import { X } from 'lucide-react'
import { useEffect, type ReactNode } from 'react'
import css from './Message.module.css'
import { useWorkspace, useWorkspaceState } from './model/context.tsx'
import { Button, IconButton } from './ui/ui.tsx'

const SHOWN_MS = 6_000

/** The last notice of the studio; an error stays until it is closed, and so does what can be undone only there. */
export function Message(): ReactNode {
  const workspace = useWorkspace()
  const message = useWorkspaceState((state) => state.message)
  // Another step has followed: undo would take that one back.
  const canUndo = useWorkspaceState(
    ({ history }) => message?.undoes !== undefined && history.entries[history.done - 1] === message.undoes,
  )
  useEffect(() => {
    if (message?.tone !== 'info' || message.revert) return undefined
    const timer = setTimeout(() => workspace.set({ message: null }), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [workspace, message])
  if (!message) return null
  return (
    <div className={css.message} role={message.tone === 'error' ? 'alert' : 'status'} data-tone={message.tone}>
      <span>{message.text}</span>
      {canUndo && (
        <Button
          onClick={() => {
            workspace.undo()
            workspace.set({ message: null })
          }}
        >
          Undo
        </Button>
      )}
      {message.revert && <Button onClick={message.revert}>Undo</Button>}
      <IconButton label="Close the message" onClick={() => workspace.set({ message: null })}>
        <X size={14} aria-hidden />
      </IconButton>
    </div>
  )
}

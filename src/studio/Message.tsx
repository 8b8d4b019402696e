import { X } from 'lucide-react'
import { useEffect, useState, type ReactNode } from 'react'
import css from './Message.module.css'
import { useWorkspace, useWorkspaceState } from './model/context.tsx'
import { Button, IconButton } from './ui/ui.tsx'

const SHOWN_MS = 6_000
/** The same of a notice with an undo: it is read together with the problems that the step has caused. */
const UNDO_SHOWN_MS = 15_000

/**
 * The last notice of the studio. An error stays until it is closed, and so does what can be undone only there. One with an undo goes at the
 * next step. The time of the others is counted while they have neither the pointer nor the focus.
 */
export function Message(): ReactNode {
  const workspace = useWorkspace()
  const message = useWorkspaceState((state) => state.message)
  // Another step has followed: undo would take that one back.
  const canUndo = useWorkspaceState(
    ({ history }) => message?.undoes !== undefined && history.entries[history.done - 1] === message.undoes,
  )
  const isOver = message?.undoes !== undefined && !canUndo
  const [isPointed, setPointed] = useState(false)
  const [isFocused, setFocused] = useState(false)
  const isHeld = isPointed || isFocused
  useEffect(() => {
    if (isOver) return workspace.set({ message: null })
    if (message?.tone !== 'info' || message.revert || isHeld) return undefined
    const timer = setTimeout(() => workspace.set({ message: null }), message.undoes ? UNDO_SHOWN_MS : SHOWN_MS)
    return () => clearTimeout(timer)
  }, [workspace, message, isOver, isHeld])
  // A message that is closed under the pointer gets no event of it.
  const [last, setLast] = useState(message)
  if (last !== message) {
    setLast(message)
    if (!message) {
      setPointed(false)
      setFocused(false)
    }
  }
  if (!message) return null
  return (
    <div
      className={css.message}
      role={message.tone === 'error' ? 'alert' : 'status'}
      data-tone={message.tone}
      onPointerEnter={() => setPointed(true)}
      onPointerLeave={() => setPointed(false)}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
    >
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

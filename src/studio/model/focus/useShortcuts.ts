import { useEffect } from 'react'
import type { Workspace } from '../workspace.ts'

/**
 * Undo and redo over all files, from anywhere on the page but fields, which have their own, and dialogs, behind which nothing is undone;
 * and saving at once.
 */
export function useShortcuts(workspace: Workspace): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      // An editor has handled the key: CodeMirror prevents the default and lets the event bubble.
      if (event.defaultPrevented || (!event.ctrlKey && !event.metaKey)) return
      const key = event.key.toLowerCase()
      if (key === 's') {
        event.preventDefault()
        void workspace.saver.flush()
        return
      }
      const [target] = event.composedPath()
      if (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) return
      if (document.querySelector('dialog[open]')) return
      if (key === 'z' || key === 'y') {
        event.preventDefault()
        if (key === 'y' || event.shiftKey) workspace.redo()
        else workspace.undo()
      }
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [workspace])
}

import { useEffect, useState, type ReactNode } from 'react'
import type { Entry, ShownUse, SymbolRef } from '../compiler/protocol.ts'
import { useWorkspace, useWorkspaceState } from '../model/context.tsx'
import { nameOf } from '../model/fileNames.ts'
import { Actions, Button, Dialog } from '../ui/ui.tsx'

const SHOWN = 8

/** Deletes a file at once where nothing names it; else it says what does, and asks. */
export function DeleteFile({
  entry,
  symbol,
  onClose,
}: {
  entry: Entry
  symbol: SymbolRef | null
  onClose: () => void
}): ReactNode {
  const workspace = useWorkspace()
  const entries = useWorkspaceState((state) => state.entries)
  const [users, setUsers] = useState<readonly string[]>([])
  const name = nameOf(entry.file, entry.title)

  function remove(): void {
    workspace.edit(`Delete ${name}`, { [entry.file]: null })
    workspace.notifyDone(`Deleted: ${name}.`)
    onClose()
  }

  useEffect(() => {
    let stopped = false
    const uses: Promise<readonly ShownUse[]> = symbol ? workspace.compiler.uses(symbol) : Promise.resolve([])
    uses
      .catch((): readonly ShownUse[] => [])
      .then((found) => {
        if (stopped) return
        const files = [...new Set(found.map(({ file }) => file))].filter((file) => file !== entry.file)
        if (files.length === 0) remove()
        else setUsers(files)
      })
    return () => {
      stopped = true
    }
    // The file is asked for once, as the command is chosen.
  }, [])

  if (users.length === 0) return null
  const titleOf = (file: string): string => nameOf(file, entries.find((one) => one.file === file)?.title)
  return (
    <Dialog title={`Delete ${name}?`} onClose={onClose}>
      <p>
        {users.length === 1
          ? '1 other file leads to it or uses it'
          : `${users.length} other files lead to it or use it`}
        . Each has an error afterwards, until what names it there is removed too:
      </p>
      <ul>
        {users.slice(0, SHOWN).map((file) => (
          <li key={file}>{titleOf(file)}</li>
        ))}
        {users.length > SHOWN && <li>and {users.length - SHOWN} more</li>}
      </ul>
      <Actions>
        <Button onClick={onClose}>Keep it</Button>
        <Button look="danger" onClick={remove}>
          Delete it
        </Button>
      </Actions>
    </Dialog>
  )
}

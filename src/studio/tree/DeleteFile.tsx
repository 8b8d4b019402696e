import type { ReactNode } from 'react'
import type { Entry } from '../compiler/protocol.ts'
import { useWorkspace, useWorkspaceState } from '../model/context.tsx'
import { nameOf } from '../model/fileNames.ts'
import type { Workspace } from '../model/workspace.ts'
import { Actions, Button, Dialog } from '../ui/ui.tsx'

const SHOWN = 8

/** Deletes a file, and offers to take it back. */
export function deleteFile(workspace: Workspace, { file, title }: Entry): void {
  const name = nameOf(file, title)
  workspace.edit(`Delete ${name}`, { [file]: null })
  workspace.notifyDone(`Deleted: ${name}.`)
}

/** Asks before a file is deleted that other files name. */
export function DeleteFile({
  entry,
  users,
  onClose,
}: {
  entry: Entry
  users: readonly string[]
  onClose: () => void
}): ReactNode {
  const workspace = useWorkspace()
  const entries = useWorkspaceState((state) => state.entries)
  const titleOf = (file: string): string => nameOf(file, entries.find((one) => one.file === file)?.title)
  return (
    <Dialog title={`Delete ${nameOf(entry.file, entry.title)}?`} onClose={onClose}>
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
        <Button
          look="danger"
          onClick={() => {
            deleteFile(workspace, entry)
            onClose()
          }}
        >
          Delete it
        </Button>
      </Actions>
    </Dialog>
  )
}

import type { ReactNode } from 'react'
import type { Entry } from '../compiler/protocol.ts'
import { useWorkspace, useWorkspaceState } from '../model/context.tsx'
import { nameOf } from '../model/fileNames.ts'
import type { Workspace } from '../model/workspace.ts'
import { deletionOf } from './deletion.ts'
import { Actions, Button, Dialog } from '../ui/ui.tsx'

const SHOWN = 8

/** Consequences of a deletion besides the file. */
export interface Affected {
  /** The files that name it. */
  users: readonly string[]
  /** The keys of the texts that only it uses. */
  texts: readonly string[]
}

/** Deletes a file with what belongs to it alone, and offers to take it back. */
export function deleteFile(workspace: Workspace, entry: Entry, texts: readonly string[]): void {
  const name = nameOf(entry.file, entry.title)
  const deletion = deletionOf(entry, texts, workspace.get().files)
  workspace.edit(`Delete ${name}`, deletion.changes)
  workspace.notifyDone(`Deleted: ${[name, ...deletion.with].join(', ')}.`)
}

/** Asks before a file is deleted that other files name, or that something belongs to. */
export function DeleteFile({
  entry,
  affected: { users, texts },
  onClose,
}: {
  entry: Entry
  affected: Affected
  onClose: () => void
}): ReactNode {
  const workspace = useWorkspace()
  const entries = useWorkspaceState((state) => state.entries)
  const files = useWorkspaceState((state) => state.files)
  const { with: owned } = deletionOf(entry, texts, files)
  const titleOf = (file: string): string => nameOf(file, entries.find((entry) => entry.file === file)?.title)
  return (
    <Dialog title={`Delete ${nameOf(entry.file, entry.title)}?`} onClose={onClose}>
      {users.length > 0 && (
        <>
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
        </>
      )}
      {owned.length > 0 && (
        <>
          <p>Deleted with it:</p>
          <ul>
            {owned.map((words) => (
              <li key={words}>{words}</li>
            ))}
          </ul>
        </>
      )}
      <Actions>
        <Button onClick={onClose}>Keep it</Button>
        <Button
          look="danger"
          onClick={() => {
            deleteFile(workspace, entry, texts)
            onClose()
          }}
        >
          Delete it
        </Button>
      </Actions>
    </Dialog>
  )
}

import type { ReactNode } from 'react'
import type { Conflict } from '../api.ts'
import { useWorkspace, useWorkspaceState } from '../model/context.tsx'
import { nameOf } from '../model/fileNames.ts'
import { MergeDialog } from './MergeDialog.tsx'

/** The conflicts one after the other: first those with an author of the same change set, then those with a publication. */
export function Merges({
  conflicts,
  onDone,
  onClose,
}: {
  conflicts: readonly Conflict[]
  onDone: (path: string) => void
  onClose: () => void
}): ReactNode {
  const workspace = useWorkspace()
  const files = useWorkspaceState((state) => state.files)
  const saved = useWorkspaceState((state) => state.saved)
  const [own] = Object.entries(saved.conflicts)
  if (own) {
    const [path, theirs] = own
    return (
      <MergeDialog
        key={`${path} ${theirs?.version ?? 0}`}
        path={path}
        base={workspace.saver.common(path)}
        mine={files[path] ?? null}
        theirs={theirs?.text ?? null}
        who={theirs?.author ?? 'Another author'}
        onClose={onClose}
        onMerged={(text) => {
          workspace.edit(`Merge ${nameOf(path)}`, { [path]: text })
          workspace.saver.resolve(path, theirs)
        }}
      />
    )
  }
  const [published] = conflicts
  if (!published) return null
  return (
    <MergeDialog
      key={published.path}
      path={published.path}
      base={published.base}
      mine={published.mine}
      theirs={published.theirs}
      who="What is live"
      onClose={onClose}
      onMerged={(text) => {
        workspace.edit(`Merge ${nameOf(published.path)}`, { [published.path]: text })
        workspace.saver.rebase(published.path, published.theirs)
        onDone(published.path)
      }}
    />
  )
}

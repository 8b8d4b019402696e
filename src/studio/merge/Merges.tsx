import type { ReactNode } from 'react'
import { useWorkspace, useWorkspaceState } from '../model/context.tsx'
import { moment } from '../model/moment.ts'
import { nameOf } from '../model/fileNames.ts'
import { MergeDialog } from './MergeDialog.tsx'

/** The conflicts one after the other: first those with an author of the same change set, then those with a publication. */
export function Merges({ onClose }: { onClose: () => void }): ReactNode {
  const workspace = useWorkspace()
  const files = useWorkspaceState((state) => state.files)
  const live = useWorkspaceState((state) => state.published)
  const saved = useWorkspaceState((state) => state.saved)
  const conflicts = useWorkspaceState((state) => state.liveConflicts)
  const publication = useWorkspaceState((state) => state.publication)
  const [own] = Object.entries(saved.conflicts)
  if (own) {
    const [path, theirs] = own
    return (
      <MergeDialog
        key={`${path} ${theirs?.version ?? 0}`}
        path={path}
        base={workspace.saver.common(path)}
        mine={files[path] ?? null}
        // A change that the other author has dropped leaves the file as it is live.
        theirs={theirs ? theirs.text : (live[path] ?? null)}
        who={theirs?.author ?? 'Another author'}
        when={theirs ? moment(theirs.time) : undefined}
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
      key={`${published.path} ${publication?.seq ?? 0}`}
      path={published.path}
      base={published.base}
      mine={files[published.path] ?? null}
      theirs={published.theirs}
      who={publication?.author ?? 'Another author'}
      when={publication ? moment(publication.time) : undefined}
      onClose={onClose}
      onMerged={(text) => workspace.settle(published, text)}
    />
  )
}

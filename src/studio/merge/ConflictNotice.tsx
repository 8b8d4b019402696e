import type { ReactNode } from 'react'
import { useWorkspace, useWorkspaceState } from '../model/context.tsx'
import { nameOf } from '../model/fileNames.ts'
import { Button } from '../ui/ui.tsx'
import css from '../TopBar.module.css'

/** Says that two authors have changed the same, and that a choice is asked for. */
export function ConflictNotice(): ReactNode {
  const workspace = useWorkspace()
  const saved = useWorkspaceState((state) => state.saved)
  const live = useWorkspaceState((state) => state.liveConflicts)
  const publication = useWorkspaceState((state) => state.publication)
  const entries = useWorkspaceState((state) => state.entries)
  const [own] = Object.entries(saved.conflicts)
  const [path, who] = own
    ? [own[0], own[1]?.author]
    : live[0]
      ? [live[0].path, publication?.author]
      : [undefined, undefined]
  if (path === undefined) return null
  return (
    <div className={css.conflict} role="alert" data-region="the conflict">
      <span>
        {who ?? 'Another author'} and you have changed the same in{' '}
        {nameOf(path, entries.find(({ file }) => file === path)?.title)}. Your changes are kept here until you choose
        what stays.
      </span>
      <Button look="primary" onClick={() => workspace.set({ view: 'changes', choosesLater: '' })}>
        Choose what stays
      </Button>
    </div>
  )
}

import { useEffect, useState } from 'react'
import type { Alone } from '../compiler/protocol.ts'
import { useWorkspace, useWorkspaceState } from '../model/context.tsx'
import type { Workspace } from '../model/workspace.ts'
import { DraftSaver, type SavedDraft } from './draftSaver.ts'

export interface Draft extends SavedDraft {
  /** Counts the versions on the server. */
  version: number
}

const savers = new WeakMap<Workspace, DraftSaver>()
function draftSaverOf(workspace: Workspace): DraftSaver {
  const known = savers.get(workspace) ?? new DraftSaver(workspace)
  savers.set(workspace, known)
  return known
}

/** Keeps the draft on the server in step with the last sound check. Null before its first version that has what is shown alone. */
export function useDraft(alone?: Alone): Draft | null {
  const workspace = useWorkspace()
  const saver = draftSaverOf(workspace)
  const checks = useWorkspaceState((state) => state.checks)
  const open = useWorkspaceState((state) => state.open)
  const changeSet = useWorkspaceState((state) => state.changeSet)
  const [draft, setDraft] = useState<Draft | null>(null)

  useEffect(
    () =>
      saver.watch((saved) => {
        if (alone === undefined || saved.alone === alone)
          setDraft((before) => ({ ...saved, version: (before?.version ?? 0) + 1 }))
      }),
    [saver, alone],
  )
  useEffect(() => (alone ? saver.show(alone) : undefined), [saver, alone])
  useEffect(() => {
    if ((open !== null || alone) && checks > 0) void saver.save()
  }, [saver, checks, open, alone])
  // A link that is ended has another one after it.
  const { link = draft?.link } = changeSet ?? {}
  return draft && link !== undefined ? { ...draft, link } : draft
}

import { useEffect, useState } from 'react'
import type { IsolatedContent } from '../compiler/protocol.ts'
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

/**
 * Keeps the draft on the server in step with the last sound check. `draft` is null before its first version that has what is shown
 * alone; `failure` is why the last version could not be saved, empty if it is.
 */
export function useDraft(isolated?: IsolatedContent): { draft: Draft | null; failure: string } {
  const workspace = useWorkspace()
  const saver = draftSaverOf(workspace)
  const checks = useWorkspaceState((state) => state.checks)
  const open = useWorkspaceState((state) => state.open)
  const changeSet = useWorkspaceState((state) => state.changeSet)
  const [draft, setDraft] = useState<Draft | null>(null)
  const [failure, setFailure] = useState('')

  useEffect(
    () =>
      saver.watch((outcome) => {
        setFailure('failure' in outcome ? outcome.failure : '')
        if ('saved' in outcome && (isolated === undefined || outcome.saved.isolated === isolated))
          setDraft((before) => ({ ...outcome.saved, version: (before?.version ?? 0) + 1 }))
      }),
    [saver, isolated],
  )
  useEffect(() => (isolated ? saver.show(isolated) : undefined), [saver, isolated])
  useEffect(() => {
    if ((open !== null || isolated) && checks > 0) void saver.save()
  }, [saver, checks, open, isolated])
  // A link that is ended has another one after it. A draft of another change set is not shown.
  return { draft: draft && draft.changeSet === changeSet?.id ? { ...draft, link: changeSet.link } : null, failure }
}

/** Message in place of a draft: that it is being prepared, or why it cannot be shown. */
export const wordsWithoutDraft = (preparing: string, failure: string): string =>
  failure === '' ? preparing : `It cannot be shown yet. ${failure}`

import { useEffect } from 'react'
import { api, ApiError, UNREACHABLE, type ChangeSet } from '../../api.ts'
import { sameLive, type Workspace } from '../workspace.ts'
import { report } from '../../../engine/language/report.ts'

const POLL_MS = 5_000
const POLL_SETS_MS = 10_000

/**
 * Takes over files that other authors have saved in the same change set; one that is changed here too is joined or is a
 * conflict; so is what others publish. Shows who else has the change set open, and leaves it when another author has published it.
 */
export function useOtherAuthors(workspace: Workspace): void {
  useEffect(() => {
    let stopped = false
    async function look(): Promise<void> {
      const { changeSet, author, open, view } = workspace.get()
      if (!changeSet || document.visibilityState !== 'visible') return
      const since = workspace.saver.saves()
      const file = view === 'screens' || view === 'forms' ? open : null
      const found = await api.look(changeSet.id, author, file).catch((error: unknown) => {
        if (error instanceof ApiError && error.status === 404) return null
        throw error
      })
      if (stopped || workspace.get().changeSet?.id !== changeSet.id || workspace.get().isPublishing) return
      if (found?.state !== 'open')
        return workspace.leave(
          found ? await publishedBy(changeSet.name, found) : `“${changeSet.name}” was deleted.`,
          found?.next ?? '',
        )
      if (!sameOthers(workspace.get().others, found.others)) workspace.set({ others: found.others })
      workspace.adopt(found.changes, since)
      if (!sameLive(found.live, workspace.get())) await workspace.takeLive()
    }
    let looking: Promise<void> | null = null
    /** An answer that comes after that of a later request would bring older versions. */
    function poll(): void {
      looking ??= look()
        .catch((error: unknown) => report(error, 'poll of the change set'))
        .finally(() => (looking = null))
    }
    async function pollSets(): Promise<void> {
      if (document.visibilityState !== 'visible') return
      const { changeSets, live } = await api.changeSets()
      if (stopped) return
      workspace.dismiss(UNREACHABLE)
      const { changeSet, author, isPublishing } = workspace.get()
      if (!changeSet && !isPublishing && !sameLive(live, workspace.get())) await workspace.takeLive()
      const elsewhere = changedElsewhere(changeSets, changeSet?.id, author)
      if (JSON.stringify(elsewhere) !== JSON.stringify(workspace.get().elsewhere)) workspace.set({ elsewhere })
    }
    const pollSetsSafely = (): void =>
      void pollSets().catch((error: unknown) => report(error, 'poll of the change sets'))
    const timer = setInterval(poll, POLL_MS)
    const setsTimer = setInterval(pollSetsSafely, POLL_SETS_MS)
    const catchUp = (): void => {
      poll()
      pollSetsSafely()
    }
    document.addEventListener('visibilitychange', catchUp)
    pollSetsSafely()
    return () => {
      stopped = true
      document.removeEventListener('visibilitychange', catchUp)
      clearInterval(timer)
      clearInterval(setsTimer)
    }
  }, [workspace])
}

/** Who changes a file in another open change set: "Omar, in “Changes of Omar”". */
export function changedElsewhere(
  sets: readonly (Pick<ChangeSet, 'id' | 'name' | 'state'> & { files: readonly { path: string; author: string }[] })[],
  current: string | undefined,
  author: string,
): Record<string, string> {
  const found: Record<string, string[]> = {}
  for (const { id, name, state, files } of sets)
    if (state === 'open' && id !== current)
      for (const file of files)
        if (file.author !== author) (found[file.path] ??= []).push(`${file.author}, in “${name}”`)
  return Object.fromEntries(Object.entries(found).map(([path, who]) => [path, who.join('; ')]))
}

const sameOthers = (a: readonly object[], b: readonly object[]): boolean => JSON.stringify(a) === JSON.stringify(b)

async function publishedBy(name: string, { revision, next }: Pick<ChangeSet, 'revision' | 'next'>): Promise<string> {
  const { rows } = await api.history()
  const row = rows.find((publication) => publication.revision === revision && publication.action === 'publish')
  const published = `${row?.author ?? 'Another author'} has published “${name}”`
  return next === null
    ? `${published}: what you see now is live.`
    : `${published}. What was saved meanwhile is not live: it is in another change set of this name, which is open now.`
}

import { useEffect } from 'react'
import { api } from '../api.ts'
import type { Workspace } from './workspace.ts'

const POLL_MS = 5_000

/** Takes over files that other authors have saved in the same change set; a file that is changed here too is a conflict. */
export function useOtherAuthors(workspace: Workspace): void {
  useEffect(() => {
    let stopped = false
    async function poll(): Promise<void> {
      const { changeSet } = workspace.get()
      if (!changeSet || document.visibilityState !== 'visible') return
      const since = workspace.saver.saves()
      const { changes } = await api.changeSet(changeSet.id)
      if (stopped || workspace.get().changeSet?.id !== changeSet.id) return
      workspace.adopt(changes, since)
    }
    const timer = setInterval(() => void poll().catch(() => undefined), POLL_MS)
    return () => {
      stopped = true
      clearInterval(timer)
    }
  }, [workspace])
}

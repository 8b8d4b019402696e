import { useEffect, useRef, useState } from 'react'
import { api } from '../api.ts'
import type { Alone } from '../compiler/protocol.ts'
import { useWorkspace, useWorkspaceState } from '../model/context.tsx'
import { describeError } from '../model/workspace.ts'

export interface Draft {
  /** Secret part of the address of the draft. */
  link: string
  /** Counts the versions on the server. */
  version: number
  /** Routes whose screens the draft has in a version of its own. */
  routes: ReadonlySet<string>
}

/** Keeps the draft on the server in step with the last sound check. Null before its first version. */
export function useDraft(alone?: Alone): Draft | null {
  const workspace = useWorkspace()
  const checks = useWorkspaceState((state) => state.checks)
  const open = useWorkspaceState((state) => state.open)
  const changeSet = useWorkspaceState((state) => state.changeSet)
  const [draft, setDraft] = useState<Draft | null>(null)
  const busy = useRef(false)
  const again = useRef(false)

  const wanted = useRef(alone)
  useEffect(() => {
    wanted.current = alone
    if ((open === null && !alone) || checks === 0) return
    async function send(): Promise<void> {
      if (busy.current) {
        again.current = true
        return
      }
      busy.current = true
      try {
        const set = await workspace.saver.changeSet()
        const marked = workspace.get().open
        const content = await workspace.compiler.preview(marked === null ? [] : [marked], wanted.current)
        await api.preview(set.id, content)
        const routes = new Set(Object.keys(content.routes).filter((route) => content.routes[route] !== null))
        setDraft((before) => ({ link: set.link, version: (before?.version ?? 0) + 1, routes }))
      } catch (error) {
        workspace.notify(describeError(error), 'error')
      } finally {
        busy.current = false
      }
      if (again.current) {
        again.current = false
        await send()
      }
    }
    void send()
  }, [workspace, checks, open, alone])
  // A link that is ended has another one after it.
  const { link = draft?.link } = changeSet ?? {}
  return draft && link !== undefined ? { ...draft, link } : draft
}

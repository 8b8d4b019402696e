import { useEffect, useState } from 'react'
import { api } from '../api.ts'
import type { Alone } from '../compiler/protocol.ts'
import { useWorkspace, useWorkspaceState } from '../model/context.tsx'
import { describeError, type Workspace } from '../model/workspace.ts'

/** A version of the draft on the server. */
interface SavedDraft {
  /** Secret part of the address of the draft. */
  link: string
  /** Routes whose screens the draft has in a version of its own. */
  routes: ReadonlySet<string>
  /** What it shows on a screen of its own. */
  alone: Alone | undefined
}

export interface Draft extends SavedDraft {
  /** Counts the versions on the server. */
  version: number
}

/** Saves the draft for all frames of the page, one version after another: they share its address. */
class DraftSaver {
  /** What a frame shows on a screen of its own now: each version has it. */
  #alone: Alone | undefined
  readonly #listeners = new Set<(saved: SavedDraft) => void>()
  #isBusy = false
  #isWanted = false
  constructor(readonly workspace: Workspace) {}

  watch(listener: (saved: SavedDraft) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Each version has it from now on, until the function is called that it returns. */
  show(alone: Alone): () => void {
    this.#alone = alone
    return () => {
      if (this.#alone === alone) this.#alone = undefined
    }
  }

  async save(): Promise<void> {
    this.#isWanted = true
    if (this.#isBusy) return
    this.#isBusy = true
    while (this.#isWanted) {
      this.#isWanted = false
      try {
        const saved = await this.#saveOnce()
        for (const listener of this.#listeners) listener(saved)
      } catch (error) {
        this.workspace.notify(describeError(error), 'error')
      }
    }
    this.#isBusy = false
  }

  async #saveOnce(): Promise<SavedDraft> {
    const { saver, compiler } = this.workspace
    const set = await saver.changeSet()
    const alone = this.#alone
    const { open } = this.workspace.get()
    const content = await compiler.preview(open === null ? [] : [open], alone)
    await api.preview(set.id, content)
    const routes = new Set(Object.keys(content.routes).filter((route) => content.routes[route] !== null))
    return { link: set.link, routes, alone }
  }
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

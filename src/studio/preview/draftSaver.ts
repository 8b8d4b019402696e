import { api } from '../api.ts'
import type { Alone } from '../compiler/protocol.ts'
import { describeError, type Workspace } from '../model/workspace.ts'

/** A version of the draft on the server. */
export interface SavedDraft {
  /** Secret part of the address of the draft. */
  link: string
  /** Routes whose screens the draft has in a version of its own. */
  routes: ReadonlySet<string>
  /** What it shows on a screen of its own. */
  alone: Alone | undefined
}

/** Saves the draft for all frames of the page, one version after another: they share its address. */
export class DraftSaver {
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

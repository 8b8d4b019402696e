import { api, ApiError } from '../api.ts'
import type { IsolatedContent } from '../compiler/protocol.ts'
import { RETRY_AFTER_MS } from '../model/saving/saver.ts'
import { showRevision } from './draftFiles.ts'
import { describeError, type Workspace } from '../model/workspace.ts'

/** A version of the draft on the server. */
export interface SavedDraft {
  /** Id of the change set. */
  changeSet: string
  /** Secret part of the address of the draft. */
  link: string
  /** Routes of the screens that the draft contains. */
  routes: ReadonlySet<string>
  /** Content that the draft shows on a separate screen. */
  isolated: IsolatedContent | undefined
}

/** Result of saving a version: the saved draft, or the reason of the failure. */
export type Outcome = { saved: SavedDraft } | { failure: string }

/** Saves the draft for all frames of the page, one version after another: they share its address. */
export class DraftSaver {
  /** Content that a frame shows on a separate screen: it is part of each version. */
  #isolated: IsolatedContent | undefined
  readonly #listeners = new Set<(outcome: Outcome) => void>()
  #isBusy = false
  #isWanted = false
  #failure = ''
  #retry: ReturnType<typeof setTimeout> | undefined
  constructor(readonly workspace: Workspace) {}

  watch(listener: (outcome: Outcome) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Each version has it from now on, until the function is called that it returns. */
  show(isolated: IsolatedContent): () => void {
    this.#isolated = isolated
    return () => {
      if (this.#isolated === isolated) this.#isolated = undefined
    }
  }

  /** Saves a version; while the server cannot be reached, it is tried again. */
  async save(): Promise<void> {
    this.#isWanted = true
    if (this.#isBusy) return
    this.#isBusy = true
    while (this.#isWanted) {
      this.#isWanted = false
      clearTimeout(this.#retry)
      try {
        this.#report({ saved: await this.#saveOnce() })
      } catch (error) {
        this.#report({ failure: describeError(error) })
        if (isAway(error)) this.#retry = setTimeout(() => void this.save(), RETRY_AFTER_MS)
      }
    }
    this.#isBusy = false
  }

  #report(outcome: Outcome): void {
    const failure = 'failure' in outcome ? outcome.failure : ''
    if (failure !== this.#failure) {
      if (this.#failure !== '') this.workspace.dismiss(this.#failure)
      if (failure !== '') this.workspace.notify(failure, 'error')
    }
    this.#failure = failure
    for (const listener of this.#listeners) listener(outcome)
  }

  async #saveOnce(): Promise<SavedDraft> {
    const { saver, compiler } = this.workspace
    const set = await saver.changeSet()
    const isolated = this.#isolated
    const { open } = this.workspace.get()
    const content = await compiler.preview(open === null ? [] : [open], isolated)
    const { revision } = await api.preview(set.id, content)
    if (revision !== null) showRevision(set.link, revision)
    const routes = new Set(Object.keys(content.routes).filter((route) => content.routes[route] !== null))
    return { changeSet: set.id, link: set.link, routes, isolated }
  }
}

/** Whether a request failed since the server cannot be reached, or a proxy cannot reach it. */
const isAway = (error: unknown): boolean => error instanceof ApiError && (error.status === 0 || error.status > 501)

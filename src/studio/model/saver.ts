import { api, ApiError, type Change, type ChangeSet } from '../api.ts'
import type { Store } from './store.ts'
import { mergeTexts } from '../merge/merge.ts'
import { backUp, dropBackup, type Backup } from './backup.ts'

export interface SavedState {
  status: 'saved' | 'saving' | 'waiting' | 'failed'
  /** Files that another author has saved meanwhile, by path: their version; null: they have dropped the change. */
  conflicts: Readonly<Record<string, Change | null>>
  /** The device cannot keep what is not saved yet. */
  withoutBackup?: boolean
}

interface SavedFields {
  author: string
  files: Readonly<Record<string, string>>
  published: Readonly<Record<string, string>>
  changeSet: ChangeSet | null
  saved: SavedState
}

export interface Adopted {
  path: string
  text: string | null
  author: string | null
}

/** Saves changed files on the server as the author works. */
export interface Saver {
  /** Begins with the changes of a change set. */
  start(changes: readonly Change[]): void
  changed(paths: readonly string[]): void
  /** Saves at once. */
  flush(): Promise<void>
  /** Resolves a conflict: the next save replaces the version of the other author. */
  resolve(path: string, theirs: Change | null): void
  /** Paths that differ from the published project. */
  changedPaths(): string[]
  /** Takes the published text as the base of a change: the change has been merged with it. */
  rebase(path: string, base: string | null): void
  /** The published text that the change of a file has started from. */
  base(path: string): string | null
  /** Keeps that text while another one becomes the published one: their difference is a conflict that is to be decided. */
  keepBase(path: string): void
  version(path: string): number
  /** The text that the version here and the one on the server were made from. */
  common(path: string): string | null
  /** Counts the requests that have changed something on the server. */
  saves(): number
  /**
   * Notes the versions of other authors, and returns the files that are not being changed here. Null: the other author
   * has dropped the change. `since`: the count of saves when the changes were asked for; older ones are not taken.
   */
  adopt(changes: readonly Change[], since: number): Adopted[]
  /** Takes back texts that were kept on the device, and returns those that differ; a text of an older version is a conflict. */
  restore(backups: ReadonlyMap<string, Backup>, changes: readonly Change[]): { path: string; text: string | null }[]
  /** The change set in work, which is made if there is none. */
  changeSet(): Promise<ChangeSet>
}

const SAVE_AFTER_MS = 700
/** What could not be saved is sent again after this time. */
export const RETRY_AFTER_MS = 5_000

/**
 * Creates the saver of a store. `onMerged` takes a text over in which the changes of another author and those made here are
 * joined, since they concern different places.
 */
export function createSaver<State extends SavedFields>(
  store: Store<State>,
  onMerged: (path: string, text: string, author: string | null) => void = () => undefined,
): Saver {
  const versions = new Map<string, number>()
  /** The text of each version: what both authors have started from. */
  const seen = new Map<string, string | null>()
  const bases = new Map<string, string | null>()
  const dirty = new Set<string>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let saving: Promise<void> | null = null
  let saves = 0

  const baseOf = (path: string): string | null =>
    bases.has(path) ? (bases.get(path) ?? null) : (store.get().published[path] ?? null)
  const isInConflict = (path: string): boolean => Object.hasOwn(store.get().saved.conflicts, path)

  const setSaved = (part: Partial<SavedState>): void =>
    store.set({ saved: { ...store.get().saved, ...part } } as Partial<State>)
  const schedule = (ms: number): void => {
    clearTimeout(timer)
    timer = setTimeout(() => void saver.flush(), ms)
  }

  let creating: Promise<ChangeSet> | null = null
  function ensureChangeSet(): Promise<ChangeSet> {
    const { changeSet, author } = store.get()
    if (changeSet) return Promise.resolve(changeSet)
    creating ??= api.createChangeSet(`Changes of ${author}`, author).then((created) => {
      store.set({ changeSet: created } as Partial<State>)
      return created
    })
    return creating.finally(() => (creating = null))
  }

  async function save(path: string): Promise<void> {
    const { id } = await ensureChangeSet()
    const { files, author } = store.get()
    const text = files[path] ?? null
    const base = baseOf(path)
    const version = versions.get(path) ?? 0
    dirty.delete(path)
    try {
      if (text === base) {
        await api.drop(id, path, version)
        versions.delete(path)
        seen.delete(path)
      } else {
        const saved = await api.save(id, { path, text, base, version, author })
        versions.set(path, saved.version)
        seen.set(path, text)
        bases.set(path, base)
      }
      saves += 1
      // A keystroke during the request has a backup of its own.
      if (!dirty.has(path)) dropBackup(path)
    } catch (error) {
      if (error instanceof ApiError && error.status === 409) {
        const theirs = (error.reply.current ?? null) as Change | null
        // Another tab has saved the same text.
        if (theirs !== null && theirs.text === text) return settle(theirs)
        if (join(path, theirs)) return
        setSaved({ conflicts: { ...store.get().saved.conflicts, [path]: theirs } })
        return
      }
      dirty.add(path)
      throw error
    }
  }

  const commonOf = (path: string): string | null => (seen.has(path) ? (seen.get(path) ?? null) : baseOf(path))

  /** Joins the version of another author with the text here, if they differ in other places. */
  function join(path: string, theirs: Change | null): boolean {
    const published = store.get().published[path] ?? null
    const theirText = theirs ? theirs.text : published
    const merged = mergeTexts(commonOf(path), store.get().files[path] ?? null, theirText)
    if (!merged || merged.clashes.length > 0) return false
    if (theirs) note(theirs)
    else forget(path)
    dirty.add(path)
    onMerged(path, merged.text, theirs?.author ?? null)
    schedule(0)
    return true
  }

  function note({ path, version, text, base }: Change): void {
    versions.set(path, version)
    seen.set(path, text)
    bases.set(path, base)
  }
  function forget(path: string): void {
    versions.delete(path)
    seen.delete(path)
    bases.delete(path)
  }

  /** The server has the text already, under another version. */
  function settle({ path, version, text, base }: Change): void {
    versions.set(path, version)
    seen.set(path, text)
    bases.set(path, base)
    if (!dirty.has(path)) dropBackup(path)
  }

  async function saveAll(): Promise<void> {
    setSaved({ status: 'saving' })
    try {
      for (const path of dirty) if (!isInConflict(path)) await save(path)
      setSaved({ status: 'saved' })
    } catch {
      setSaved({ status: 'failed' })
      schedule(RETRY_AFTER_MS)
    }
  }

  const saver: Saver = {
    start(changes) {
      versions.clear()
      seen.clear()
      bases.clear()
      dirty.clear()
      for (const one of changes) note(one)
      setSaved({ status: 'saved', conflicts: {} })
    },
    changed(paths) {
      for (const path of paths) {
        dirty.add(path)
        const { files, changeSet } = store.get()
        const isKept = backUp(path, {
          text: files[path] ?? null,
          changeSet: changeSet?.id ?? null,
          version: versions.get(path) ?? 0,
          base: baseOf(path),
        })
        if (!isKept) setSaved({ withoutBackup: true })
      }
      setSaved({ status: 'waiting' })
      schedule(SAVE_AFTER_MS)
    },
    async flush() {
      clearTimeout(timer)
      const previous = saving ?? Promise.resolve()
      const mine = previous.then(saveAll)
      saving = mine
      await mine
      if (saving === mine) saving = null
    },
    resolve(path, theirs) {
      const { [path]: _resolved, ...conflicts } = store.get().saved.conflicts
      if (theirs) note(theirs)
      else {
        versions.set(path, 0)
        seen.delete(path)
      }
      setSaved({ conflicts })
      dirty.add(path)
      schedule(0)
    },
    changedPaths() {
      const { files, published } = store.get()
      return [...new Set([...Object.keys(files), ...Object.keys(published)])]
        .filter((path) => files[path] !== published[path])
        .toSorted()
    },
    rebase(path, base) {
      bases.set(path, base)
      dirty.add(path)
      schedule(0)
    },
    base: baseOf,
    keepBase: (path) => void bases.set(path, baseOf(path)),
    version: (path) => versions.get(path) ?? 0,
    common: commonOf,
    saves: () => saves,
    adopt(changes, since) {
      if (saving || since !== saves) return []
      const isFree = (path: string): boolean => !dirty.has(path) && !isInConflict(path)
      const taken: Adopted[] = []
      for (const one of changes)
        if (isFree(one.path) && one.version > (versions.get(one.path) ?? 0)) {
          note(one)
          taken.push({ path: one.path, text: one.text, author: one.author })
        }
      const present = new Set(changes.map(({ path }) => path))
      for (const path of versions.keys())
        if (isFree(path) && !present.has(path)) {
          forget(path)
          taken.push({ path, text: store.get().published[path] ?? null, author: null })
        }
      return taken
    },
    restore(backups, changes) {
      const current = new Map(changes.map((one) => [one.path, one]))
      const { published, changeSet, saved } = store.get()
      const restored: { path: string; text: string | null }[] = []
      const conflicts = { ...saved.conflicts }
      for (const [path, { text, changeSet: set, version, base }] of backups) {
        const theirs = current.get(path)
        if (text === (theirs ? theirs.text : (published[path] ?? null))) {
          dropBackup(path)
          continue
        }
        restored.push({ path, text })
        dirty.add(path)
        if (!theirs) bases.set(path, base)
        const isSameSet = set === null || set === changeSet?.id
        if (theirs ? !isSameSet || theirs.version !== version : isSameSet && version !== 0) {
          conflicts[path] = theirs ?? null
          // The version that the text was made from is not kept on the device: both come from the published text.
          seen.set(path, base)
        }
      }
      if (restored.length > 0) {
        setSaved({ status: 'waiting', conflicts })
        schedule(SAVE_AFTER_MS)
      }
      return restored
    },
    changeSet: ensureChangeSet,
  }
  return saver
}

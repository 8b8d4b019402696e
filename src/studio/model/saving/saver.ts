import { api, ApiError, type Change, type ChangeSet } from '../../api.ts'
import type { Store } from '../store.ts'
import { mergeTexts } from '../../merge/merge.ts'
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

/** A text that the server does not have, and where it belongs. */
export interface Unsaved extends Backup {
  /** The change set under which the device keeps it. */
  keptUnder: string | null
  /** That change set has been published. */
  isPublished: boolean
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
  /** Saves at once; true: the server has all that was changed here. */
  flush(): Promise<boolean>
  /** The texts that the server does not have. */
  unsaved(): Backup[]
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
  /** The versions of the changes that this page shows, by path. */
  versions(): Record<string, number>
  /** The text that the version here and the one on the server were made from. */
  common(path: string): string | null
  /** Counts the requests that have changed something on the server. */
  saves(): number
  /**
   * Notes the versions of other authors, and returns the files that are not being changed here. Null: the other author
   * has dropped the change. `since`: the count of saves when the changes were asked for; older ones are not taken.
   */
  adopt(changes: readonly Change[], since: number): Adopted[]
  /** Takes back texts that the server does not have, and returns those that differ; a text of an older version is a conflict. */
  restore(unsaved: readonly Unsaved[], changes: readonly Change[]): { path: string; text: string | null }[]
  /** The change set in work, which is made if there is none. */
  changeSet(): Promise<ChangeSet>
}

const SAVE_AFTER_MS = 700
/** Delay before changes that could not be saved are sent again. */
export const RETRY_AFTER_MS = 5_000

/**
 * Creates the saver of a store. `onMerged` takes a text over in which the changes of another author and those made here are
 * joined, since they concern different paths.
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
  /** The file whose request is under way. */
  let sent: string | null = null
  /** Counts the change sets: an answer to a request that was sent for another one changes nothing here. */
  let starts = 0

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
      for (const path of dirty) {
        const backup = backupOf(path)
        if (backUp(backup)) dropBackup({ ...backup, changeSet: null })
      }
      return created
    })
    return creating.finally(() => (creating = null))
  }

  function backupOf(path: string): Backup {
    const { files, changeSet } = store.get()
    return {
      path,
      text: files[path] ?? null,
      changeSet: changeSet?.id ?? null,
      version: versions.get(path) ?? 0,
      from: commonOf(path),
      base: baseOf(path),
    }
  }

  /** The text of a file is to be saved, and kept on the device until it is. */
  function keep(path: string): void {
    dirty.add(path)
    if (!backUp(backupOf(path))) setSaved({ withoutBackup: true })
  }

  async function save(path: string): Promise<void> {
    const start = starts
    const { id } = await ensureChangeSet()
    if (start !== starts) return
    const { files, author } = store.get()
    const text = files[path] ?? null
    const base = baseOf(path)
    const version = versions.get(path) ?? 0
    dirty.delete(path)
    sent = path
    try {
      const saved =
        text === base
          ? await api.drop(id, path, version).then(() => null)
          : await api.save(id, { path, text, base, version, author })
      // A keystroke during the request has replaced the backup.
      dropBackup({ changeSet: id, path, text })
      if (start !== starts) return
      if (saved) note({ path, version: saved.version, text, base: baseOf(path) })
      else forget(path)
      saves += 1
    } catch (error) {
      if (start !== starts) return
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
    } finally {
      sent = null
    }
  }

  const commonOf = (path: string): string | null => (seen.has(path) ? (seen.get(path) ?? null) : baseOf(path))

  /** Joins the version of another author with the text here, if they differ at other paths. */
  function join(path: string, theirs: Change | null): boolean {
    const published = store.get().published[path] ?? null
    const theirText = theirs ? theirs.text : published
    const merged = mergeTexts(commonOf(path), store.get().files[path] ?? null, theirText)
    if (!merged || merged.clashes.length > 0) return false
    if (theirs) note(theirs)
    else forget(path)
    onMerged(path, merged.text, theirs?.author ?? null)
    keep(path)
    schedule(0)
    return true
  }

  function note({ path, version, text, base }: Pick<Change, 'path' | 'version' | 'text' | 'base'>): void {
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
  function settle(theirs: Change): void {
    note(theirs)
    dropBackup({ ...theirs, changeSet: store.get().changeSet?.id ?? null })
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
      starts += 1
      versions.clear()
      seen.clear()
      bases.clear()
      dirty.clear()
      for (const change of changes) note(change)
      setSaved({ status: 'saved', conflicts: {} })
    },
    changed(paths) {
      for (const path of paths) keep(path)
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
      return dirty.size === 0 && Object.keys(store.get().saved.conflicts).length === 0
    },
    unsaved() {
      const paths = [...dirty, ...(sent === null ? [] : [sent]), ...Object.keys(store.get().saved.conflicts)]
      return [...new Set(paths)].map(backupOf)
    },
    resolve(path, theirs) {
      const { [path]: _resolved, ...conflicts } = store.get().saved.conflicts
      if (theirs) note(theirs)
      else {
        versions.set(path, 0)
        seen.delete(path)
      }
      setSaved({ conflicts })
      keep(path)
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
      keep(path)
      schedule(0)
    },
    base: baseOf,
    keepBase: (path) => void bases.set(path, baseOf(path)),
    version: (path) => versions.get(path) ?? 0,
    versions: () => Object.fromEntries([...versions].filter(([, version]) => version > 0)),
    common: commonOf,
    saves: () => saves,
    adopt(changes, since) {
      if (saving || since !== saves) return []
      const isFree = (path: string): boolean => !dirty.has(path) && !isInConflict(path)
      const taken: Adopted[] = []
      for (const change of changes)
        if (isFree(change.path) && change.version !== saver.version(change.path)) {
          note(change)
          taken.push({ path: change.path, text: change.text, author: change.author })
        }
      const present = new Set(changes.map(({ path }) => path))
      for (const path of versions.keys())
        if (isFree(path) && !present.has(path)) {
          forget(path)
          taken.push({ path, text: store.get().published[path] ?? null, author: null })
        }
      return taken
    },
    restore(unsaved, changes) {
      const current = new Map(changes.map((change) => [change.path, change]))
      const { published, changeSet, saved } = store.get()
      const restored: { path: string; text: string | null }[] = []
      const conflicts = { ...saved.conflicts }
      for (const { keptUnder, isPublished, ...backup } of unsaved) {
        const { path, text, changeSet: set, version, base, from } = backup
        const theirs = current.get(path)
        if (text === (theirs ? theirs.text : (published[path] ?? null))) {
          dropBackup({ changeSet: keptUnder, path, text })
          continue
        }
        restored.push({ path, text })
        dirty.add(path)
        // The version that it was made from went live.
        if (!theirs) bases.set(path, isPublished ? from : base)
        const isSameSet = set === null || set === changeSet?.id
        const isConflict = theirs
          ? !isSameSet || theirs.version !== version
          : isSameSet && version !== 0 && !isPublished
        if (isConflict) {
          conflicts[path] = theirs ?? null
          seen.set(path, from)
        }
        const here = changeSet?.id ?? null
        // Of version 0 it stays a conflict with a version that is there.
        const moved = { ...backup, changeSet: here, version: isConflict ? 0 : saver.version(path), base: baseOf(path) }
        if (keptUnder !== here && backUp(moved)) dropBackup({ changeSet: keptUnder, path, text })
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

import { api, ApiError, type Change, type ChangeSet } from '../api.ts'
import type { Store } from './store.ts'
import { backUp, dropBackup } from './backup.ts'

export interface SavedState {
  status: 'saved' | 'saving' | 'waiting' | 'failed'
  /** Files that another author has saved meanwhile, by path: their version. */
  conflicts: Readonly<Record<string, Change | null>>
}

interface SavedFields {
  author: string
  files: Readonly<Record<string, string>>
  published: Readonly<Record<string, string>>
  changeSet: ChangeSet | null
  saved: SavedState
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
  version(path: string): number
  /** Notes the versions of other authors, and returns the files that are not being changed here. */
  adopt(changes: readonly Change[]): Change[]
  /** The change set in work, which is made if there is none. */
  changeSet(): Promise<ChangeSet>
}

const SAVE_AFTER_MS = 700
const RETRY_AFTER_MS = 5_000

export function createSaver<State extends SavedFields>(store: Store<State>): Saver {
  const versions = new Map<string, number>()
  const bases = new Map<string, string | null>()
  const dirty = new Set<string>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let saving: Promise<void> | null = null

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
    const { files, published, author } = store.get()
    const text = files[path] ?? null
    const base = bases.has(path) ? (bases.get(path) ?? null) : (published[path] ?? null)
    const version = versions.get(path) ?? 0
    dirty.delete(path)
    try {
      if (text === base) {
        await api.drop(id, path, version)
        versions.delete(path)
      } else {
        const saved = await api.save(id, { path, text, base, version, author })
        versions.set(path, saved.version)
        bases.set(path, base)
      }
      dropBackup(path)
    } catch (error) {
      if (error instanceof ApiError && error.status === 409) {
        setSaved({
          conflicts: { ...store.get().saved.conflicts, [path]: (error.reply.current ?? null) as Change | null },
        })
        return
      }
      dirty.add(path)
      throw error
    }
  }

  async function saveAll(): Promise<void> {
    setSaved({ status: 'saving' })
    try {
      for (const path of dirty) if (!Object.hasOwn(store.get().saved.conflicts, path)) await save(path)
      setSaved({ status: 'saved' })
    } catch {
      setSaved({ status: 'failed' })
      schedule(RETRY_AFTER_MS)
    }
  }

  const saver: Saver = {
    start(changes) {
      versions.clear()
      bases.clear()
      dirty.clear()
      for (const { path, version, base } of changes) {
        versions.set(path, version)
        bases.set(path, base)
      }
      setSaved({ status: 'saved', conflicts: {} })
    },
    changed(paths) {
      for (const path of paths) {
        dirty.add(path)
        backUp(path, store.get().files[path] ?? null)
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
      versions.set(path, theirs?.version ?? 0)
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
    version: (path) => versions.get(path) ?? 0,
    adopt(changes) {
      if (saving) return []
      const taken = changes.filter(({ path, version }) => !dirty.has(path) && version > (versions.get(path) ?? 0))
      for (const { path, version, base } of taken) {
        versions.set(path, version)
        bases.set(path, base)
      }
      return taken
    },
    changeSet: ensureChangeSet,
  }
  return saver
}

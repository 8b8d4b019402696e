import { fingerprint } from '../../../engine/language/values/fingerprint.ts'
import { difference } from '../../json/slice.ts'
import { emptyHistory, type History, type HistoryEntry } from '../history.ts'
import { keepStored } from './keepStored.ts'
import type { Store } from '../store.ts'
import { report } from '../../../engine/language/report.ts'

type Files = Readonly<Record<string, string>>

/** A change as the device keeps it: where the texts differ, since whole texts would fill its storage. A missing file has no text. */
type StoredChange = { path: string; /** Fingerprint of the text after the change. */ mark: string } & (
  | { from: number; removed: string; added: string }
  | { before: string | null; after: string | null }
)

interface StoredEntry {
  label: string
  changes: readonly StoredChange[]
}

interface StoredHistory {
  entries: readonly StoredEntry[]
  done: number
}

const PREFIX = 'placard.studio.history:'
/** Limits of what is kept of a change set: the latest steps. */
const MAX_STEPS = 100
const MAX_LENGTH = 400_000

const packed = new WeakMap<HistoryEntry, StoredEntry>()

function pack(entry: HistoryEntry): StoredEntry {
  const known = packed.get(entry)
  if (known) return known
  const changes = entry.changes.map(({ path, before, after }): StoredChange => {
    const mark = markOf(after)
    if (before === null || after === null) return { path, mark, before, after }
    const { from, to, insert } = difference(before, after)
    return { path, mark, from, removed: before.slice(from, to), added: insert }
  })
  const stored = { label: entry.label, changes }
  packed.set(entry, stored)
  return stored
}

const markOf = (text: string | null): string => (text === null ? '' : fingerprint(text))

/** The history as a text, its oldest steps left out where it would be too long. */
export function packHistory({ entries, done }: History): string {
  const kept: StoredEntry[] = []
  let length = 0
  for (const entry of entries.toReversed()) {
    const stored = pack(entry)
    length += JSON.stringify(stored).length
    if (kept.length === MAX_STEPS || length > MAX_LENGTH) break
    kept.unshift(stored)
  }
  return JSON.stringify({ entries: kept, done: Math.max(0, done - (entries.length - kept.length)) })
}

/** The steps of a stored history that lead to these files, or from them; a file that another author has changed since ends them. */
export function unpackHistory(text: string | null, files: Files): History {
  const { entries, done } = parse(text)
  const back = walk(entries.slice(0, done).toReversed(), files, 'back').toReversed()
  const forth = walk(entries.slice(done), files, 'forth')
  return { entries: [...back, ...forth], done: back.length }
}

/** Reads steps one after the other, from the texts before or after each of them, until one does not fit. */
function walk(stored: readonly StoredEntry[], files: Files, direction: 'back' | 'forth'): HistoryEntry[] {
  const texts = new Map<string, string | null>(Object.entries(files))
  const found: HistoryEntry[] = []
  for (const { label, changes } of stored) {
    const read = changes.map((change) => {
      const current = texts.get(change.path) ?? null
      const other = direction === 'back' ? textBefore(change, current) : textAfter(change, current)
      return {
        path: change.path,
        before: direction === 'back' ? other : current,
        after: direction === 'back' ? current : other,
      }
    })
    if (read.some(({ before, after }) => before === undefined || after === undefined)) break
    for (const { path, before, after } of read) texts.set(path, (direction === 'back' ? before : after) ?? null)
    const entry = {
      label,
      time: 0,
      changes: read.map(({ path, before, after }) => ({ path, before: before ?? null, after: after ?? null })),
    }
    packed.set(entry, { label, changes })
    found.push(entry)
  }
  return found
}

/** The text before a change; undefined if the text after it is another one. */
function textBefore(change: StoredChange, after: string | null): string | null | undefined {
  if (markOf(after) !== change.mark) return undefined
  return 'from' in change ? replaced(after, change.from, change.added, change.removed) : change.before
}

/** The text after a change; undefined if the text before it was another one. */
function textAfter(change: StoredChange, before: string | null): string | null | undefined {
  const after =
    'from' in change
      ? replaced(before, change.from, change.removed, change.added)
      : before === change.before
        ? change.after
        : undefined
  return after === undefined || markOf(after) !== change.mark ? undefined : after
}

function replaced(text: string | null, from: number, removed: string, added: string): string | undefined {
  if (text?.slice(from, from + removed.length) !== removed) return undefined
  return text.slice(0, from) + added + text.slice(from + removed.length)
}

function parse(text: string | null): StoredHistory {
  try {
    const { entries, done } = JSON.parse(text ?? '{}') as Partial<StoredHistory>
    return Array.isArray(entries) && typeof done === 'number' ? { entries, done } : { entries: [], done: 0 }
  } catch {
    return { entries: [], done: 0 }
  }
}

/** Keeps the history of a change set on the device, and drops those of other change sets. */
export function storeHistory(changeSet: string, history: History): void {
  try {
    for (const key of Object.keys(localStorage))
      if (key.startsWith(PREFIX) && key !== PREFIX + changeSet) localStorage.removeItem(key)
    localStorage.setItem(PREFIX + changeSet, packHistory(history))
  } catch (error) {
    // A full or blocked storage keeps none.
    report(error, 'store the history')
  }
}

/** The history of a change set whose files are these. */
export function readHistory(changeSet: string | undefined, files: Files): History {
  try {
    return changeSet === undefined ? emptyHistory : unpackHistory(localStorage.getItem(PREFIX + changeSet), files)
  } catch {
    return emptyHistory
  }
}

/** Stores the history of a workspace as it changes. Returns the function that stops it. */
export const keepHistory = (workspace: Store<{ changeSet: { id: string } | null; history: History }>): (() => void) =>
  keepStored(
    workspace,
    ({ changeSet, history }) => (changeSet ? history : emptyHistory),
    (history, { changeSet }) => {
      if (changeSet) storeHistory(changeSet.id, history)
    },
  )

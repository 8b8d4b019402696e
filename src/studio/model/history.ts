/** A change of the text of one file; null: the file is missing. */
export interface TextChange {
  path: string
  before: string | null
  after: string | null
}

/** One step of undo: a change of one or more files. */
export interface HistoryEntry {
  /** Description of the step for the user. */
  label: string
  changes: readonly TextChange[]
  /** Consecutive entries with the same key are one step, while they follow one another within MERGE_MS. */
  mergeKey?: string
  time: number
}

export interface History {
  entries: readonly HistoryEntry[]
  /** Number of entries that are applied. */
  done: number
}

const MERGE_MS = 900
const LIMIT = 500

export const emptyHistory: History = { entries: [], done: 0 }

/** Adds a step and drops the undone ones. */
export function record({ entries, done }: History, entry: HistoryEntry): History {
  const applied = entries.slice(0, done)
  const last = applied.at(-1)
  if (last && last.mergeKey !== undefined && last.mergeKey === entry.mergeKey && entry.time - last.time < MERGE_MS) {
    const changes = new Map(last.changes.map((change) => [change.path, change]))
    for (const change of entry.changes)
      changes.set(change.path, {
        ...change,
        before: changes.has(change.path) ? (changes.get(change.path)?.before ?? null) : change.before,
      })
    const merged = [...applied.slice(0, -1), { ...entry, changes: [...changes.values()] }]
    return { entries: merged, done: merged.length }
  }
  const next = [...applied, entry].slice(-LIMIT)
  return { entries: next, done: next.length }
}

/** The steps after the first `from` ones as one step, with the label of the last. */
export function joinSteps(history: History, from: number): History {
  const steps = history.entries.slice(from, history.done)
  const last = steps.at(-1)
  if (!last || steps.length < 2) return history
  const changes = new Map<string, TextChange>()
  for (const item of steps.flatMap((step) => step.changes))
    changes.set(item.path, { ...item, before: (changes.get(item.path) ?? item).before })
  const entries = [...history.entries.slice(0, from), { ...last, changes: [...changes.values()] }]
  return { entries, done: entries.length }
}

/** Label of undo or redo: "Undo: Change home.title in German". */
export const stepLabel = (what: 'Undo' | 'Redo', entry: HistoryEntry | undefined): string =>
  entry ? `${what}: ${entry.label}` : what

/** Changes of an undo or redo, and the history after it. */
export interface Step {
  label: string
  changes: readonly TextChange[]
  history: History
}

/** The changes that undo the last step, and the history after it; null without one. */
export function undo({ entries, done }: History): Step | null {
  const entry = entries[done - 1]
  if (!entry) return null
  const changes = entry.changes.map(({ path, before, after }) => ({ path, before: after, after: before }))
  return { label: entry.label, changes, history: { entries, done: done - 1 } }
}

export function redo({ entries, done }: History): Step | null {
  const entry = entries[done]
  return entry ? { label: entry.label, changes: entry.changes, history: { entries, done: done + 1 } } : null
}

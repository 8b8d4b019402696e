import { get, watch, type Atom } from '../state/store.ts'

let reading: DependencyTracker | null = null

/** The value; records it as read by the current evaluation. */
export function readTracked<T>(source: Atom<T>): T {
  const value = get(source)
  reading?.note(source, value)
  return value
}

function swap(next: DependencyTracker | null): DependencyTracker | null {
  const before = reading
  reading = next
  return before
}

/** Records what an evaluation reads, and notifies when any of it changes. */
export class DependencyTracker {
  private sources: Atom<unknown>[] = []
  private seen: unknown[] = []
  private readonly watched = new Map<Atom<unknown>, () => void>()
  private changed: (() => void) | null = null

  note(source: Atom<unknown>, value: unknown): void {
    if (this.sources.includes(source)) return
    this.sources.push(source)
    this.seen.push(value)
  }

  /** Runs an evaluation; replaces the recorded reads. */
  read<T>(evaluation: () => T): T {
    const outer = swap(this)
    this.sources = []
    this.seen = []
    try {
      return evaluation()
    } finally {
      swap(outer)
      if (this.changed) this.follow(this.changed)
    }
  }

  /** Calls back when a recorded value changes, immediately if it already has. Returns the disconnect function. */
  connect(changed: () => void): () => void {
    this.changed = changed
    const { sources, seen } = this
    this.follow(changed)
    if (sources.some((source, i) => !Object.is(get(source), seen[i]))) changed()
    return () => {
      this.changed = null
      for (const stop of this.watched.values()) stop()
      this.watched.clear()
    }
  }

  private follow(changed: () => void): void {
    const { sources, watched } = this
    if (watched.size > 0) {
      for (const [source, stop] of watched) {
        if (sources.includes(source)) continue
        watched.delete(source)
        stop()
      }
    }
    for (const source of sources) if (!watched.has(source)) watched.set(source, watch(source, changed))
  }
}

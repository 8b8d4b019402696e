import { get, watch, type Atom } from '../state/store.ts'

let current: DependencyTracker | null = null

/** The value; records it as read by the current evaluation. */
export function readTracked<T>(source: Atom<T>): T {
  const value = get(source)
  current?.record(source, value)
  return value
}

function setCurrent(next: DependencyTracker | null): DependencyTracker | null {
  const previous = current
  current = next
  return previous
}

/** Records what an evaluation reads, and notifies when any of it changes. */
export class DependencyTracker {
  private sources: Atom<unknown>[] = []
  private values: unknown[] = []
  private readonly watched = new Map<Atom<unknown>, () => void>()
  private onChange: (() => void) | null = null

  record(source: Atom<unknown>, value: unknown): void {
    if (this.sources.includes(source)) return
    this.sources.push(source)
    this.values.push(value)
  }

  /** Runs an evaluation; replaces the recorded reads. */
  read<T>(evaluation: () => T): T {
    const outer = setCurrent(this)
    this.sources = []
    this.values = []
    try {
      return evaluation()
    } finally {
      setCurrent(outer)
      if (this.onChange) this.follow(this.onChange)
    }
  }

  /** Calls back when a recorded value changes, immediately if it already has. Returns the disconnect function. */
  connect(onChange: () => void): () => void {
    this.onChange = onChange
    const { sources, values } = this
    this.follow(onChange)
    if (sources.some((source, i) => !Object.is(get(source), values[i]))) onChange()
    return () => {
      this.onChange = null
      for (const stop of this.watched.values()) stop()
      this.watched.clear()
    }
  }

  private follow(onChange: () => void): void {
    const { sources, watched } = this
    if (watched.size > 0) {
      for (const [source, stop] of watched) {
        if (sources.includes(source)) continue
        watched.delete(source)
        stop()
      }
    }
    for (const source of sources) if (!watched.has(source)) watched.set(source, watch(source, onChange))
  }
}

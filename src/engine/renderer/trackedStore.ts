import { useMemo } from 'react'
import { get, useExternalStore, watch, type Atom, type ExternalStore } from '../state/store.ts'
import { sameValue } from './equal.ts'

let current: TrackedStore<unknown> | null = null

/** The value; records it as read by the current evaluation. */
export function readTracked<T>(source: Atom<T>): T {
  const value = get(source)
  current?.record(source, value)
  return value
}

function setCurrent(next: TrackedStore<unknown> | null): TrackedStore<unknown> | null {
  const previous = current
  current = next
  return previous
}

type Result<T> = { value: T } | { error: unknown }

/**
 * An evaluation as an external store. It records what the evaluation reads and evaluates again when any of that changes;
 * an equal value replaces nothing and notifies of nothing. `getSnapshot` throws the error of the evaluation. Has one watcher at a time.
 */
export class TrackedStore<T> implements ExternalStore<T> {
  private sources: Atom<unknown>[] = []
  private values: unknown[] = []
  private readonly watched = new Map<Atom<unknown>, () => void>()
  private result: Result<T> | null = null

  constructor(private readonly evaluation: () => T) {}

  record(source: Atom<unknown>, value: unknown): void {
    if (this.sources.includes(source)) return
    this.sources.push(source)
    this.values.push(value)
  }

  readonly getSnapshot = (): T => {
    // A memo of the recorded values: each render until the next change gets the same snapshot.
    const result = (this.result ??= this.evaluate())
    if ('error' in result) throw result.error
    return result.value
  }

  readonly watch = (changed: () => void): (() => void) => {
    const onChange = () => {
      const last = this.result
      const next = this.evaluate()
      this.follow(onChange)
      if (last && 'value' in last && 'value' in next && sameValue(last.value, next.value)) return
      this.result = next
      changed()
    }
    this.follow(onChange)
    // Changes since the evaluation, while nothing was watched.
    if (this.sources.some((source, i) => !Object.is(get(source), this.values[i]))) onChange()
    return () => {
      for (const stop of this.watched.values()) stop()
      this.watched.clear()
    }
  }

  private evaluate(): Result<T> {
    const outer = setCurrent(this)
    this.sources = []
    this.values = []
    try {
      return { value: this.evaluation() }
    } catch (error) {
      return { error }
    } finally {
      setCurrent(outer)
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

/** The value of an evaluation; re-renders the caller when it changes. `evaluation` is another function when it reads something else. */
export function useTracked<T>(evaluation: () => T): T {
  return useExternalStore(useMemo(() => new TrackedStore(evaluation), [evaluation]))
}

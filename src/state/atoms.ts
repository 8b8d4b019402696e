type Changed = () => void

/** Something that has a value and tells when it has another. */
export interface Atom<T> {
  now(): T
  /** Calls back at each change; answers with the way to stop. */
  watch(changed: Changed): () => void
}

/** An atom whose value is set. */
export class Cell<T> implements Atom<T> {
  /** Called when the first watcher has come; what it answers with is called when the last has gone. */
  onMount: ((write: (value: T) => void) => () => void) | null = null
  private unmount: (() => void) | null = null
  // Most cells of a screen are never watched.
  private watchers: Set<Changed> | null = null

  constructor(private value: T) {}

  now(): T {
    return this.value
  }

  watch(changed: Changed): () => void {
    const watchers = (this.watchers ??= new Set())
    watchers.add(changed)
    if (watchers.size === 1) this.unmount ??= this.onMount?.((value) => this.set(value)) ?? null
    return () => {
      if (!watchers.delete(changed) || watchers.size > 0) return
      this.unmount?.()
      this.unmount = null
    }
  }

  set(value: T): void {
    if (this.put(value)) tell(this.watching())
  }

  /** Sets without telling. False when it is the value it had. */
  put(value: T): boolean {
    if (Object.is(this.value, value)) return false
    this.value = value
    return true
  }

  watching(): ReadonlySet<Changed> {
    return this.watchers ?? NOBODY
  }
}

const NOBODY: ReadonlySet<Changed> = new Set()

/** Each hears of it, also when another throws. */
function tell(watchers: ReadonlySet<Changed>): void {
  let failure: { error: unknown } | null = null
  // Who comes while it is told has the value already.
  for (const changed of Array.from(watchers)) {
    try {
      changed()
    } catch (error) {
      failure ??= { error }
    }
  }
  if (failure) throw failure.error
}

/** Sets many cells: watchers hear of it after the last, each once. */
export function tellOfAll(changes: Iterable<readonly [Cell<unknown>, unknown]>): void {
  const watchers = new Set<Changed>()
  for (const [target, value] of changes) if (target.put(value)) for (const changed of target.watching()) watchers.add(changed)
  tell(watchers)
}

/** What follows from other atoms. It is read anew each time, so it is to be short, and the same value where they are the same. */
export function derived<T>(read: (get: <V>(source: Atom<V>) => V) => T): Atom<T> {
  return {
    now: () => read((source) => source.now()),
    watch(changed) {
      const stops = new Map<Atom<unknown>, () => void>()
      function follow(): T {
        const used = new Set<Atom<unknown>>()
        const value = read((source) => {
          used.add(source)
          return source.now()
        })
        for (const [source, stop] of stops) {
          if (used.has(source)) continue
          stop()
          stops.delete(source)
        }
        for (const source of used) if (!stops.has(source)) stops.set(source, source.watch(look))
        return value
      }
      function look(): void {
        const value = follow()
        if (Object.is(value, last)) return
        last = value
        changed()
      }
      let last = follow()
      return () => {
        for (const stop of stops.values()) stop()
      }
    },
  }
}

export interface Subscriptions {
  acquire(symbols: readonly string[]): void
  release(symbols: readonly string[]): void
  /** Every retained symbol, including those waiting for their release. */
  active(): string[]
  has(symbol: string): boolean
  clear(): void
}

function flush(batch: Set<string>, emit: (symbols: string[]) => void): void {
  const symbols = [...batch]
  batch.clear()
  if (symbols.length > 0) emit(symbols)
}

/**
 * Counts the holders of each symbol. Scrolling and navigation release and acquire again within moments, so a symbol
 * is removed only `releaseMs` after its last release. The symbols that one task acquires are reported in one batch.
 */
export function createSubscriptions(ports: {
  releaseMs: number
  onAdd(symbols: string[]): void
  onRemove(symbols: string[]): void
}): Subscriptions {
  const counts = new Map<string, number>()
  const releaseTimers = new Map<string, ReturnType<typeof setTimeout>>()
  let added = new Set<string>()
  let removed = new Set<string>()

  function remove(symbol: string): void {
    releaseTimers.delete(symbol)
    counts.delete(symbol)
    if (removed.size === 0) queueMicrotask(() => flush(removed, ports.onRemove))
    removed.add(symbol)
  }

  return {
    acquire(symbols) {
      for (const symbol of symbols) {
        const count = counts.get(symbol)
        counts.set(symbol, (count ?? 0) + 1)
        clearTimeout(releaseTimers.get(symbol))
        releaseTimers.delete(symbol)
        if (count !== undefined) continue
        if (added.size === 0) queueMicrotask(() => flush(added, ports.onAdd))
        added.add(symbol)
      }
    },
    release(symbols) {
      for (const symbol of symbols) {
        const count = counts.get(symbol) ?? 0
        if (count === 0) continue
        counts.set(symbol, count - 1)
        if (count === 1)
          releaseTimers.set(
            symbol,
            setTimeout(() => remove(symbol), ports.releaseMs),
          )
      }
    },
    active: () => [...counts.keys()],
    has: (symbol) => counts.has(symbol),
    clear() {
      for (const timer of releaseTimers.values()) clearTimeout(timer)
      releaseTimers.clear()
      counts.clear()
      added = new Set()
      removed = new Set()
    },
  }
}

export interface Subscriptions {
  acquire(symbols: readonly string[]): void
  release(symbols: readonly string[]): void
  /** Every retained symbol, including those waiting for their release. */
  held(): string[]
  holds(symbol: string): boolean
  clear(): void
}

function flush(batch: Set<string>, tell: (symbols: string[]) => void): void {
  const symbols = [...batch]
  batch.clear()
  if (symbols.length > 0) tell(symbols)
}

/**
 * Counts the holders of each symbol. Scrolling and navigation release and acquire again within moments, so a symbol
 * is removed only `releaseMs` after its last release. The symbols that one task acquires are reported in one batch.
 */
export function createSubscriptions(ports: { releaseMs: number; onAdd(symbols: string[]): void; onRemove(symbols: string[]): void }): Subscriptions {
  const counts = new Map<string, number>()
  const leaving = new Map<string, ReturnType<typeof setTimeout>>()
  let added = new Set<string>()
  let removed = new Set<string>()

  function leave(symbol: string): void {
    leaving.delete(symbol)
    counts.delete(symbol)
    if (removed.size === 0) queueMicrotask(() => flush(removed, ports.onRemove))
    removed.add(symbol)
  }

  return {
    acquire(symbols) {
      for (const symbol of symbols) {
        const count = counts.get(symbol)
        counts.set(symbol, (count ?? 0) + 1)
        clearTimeout(leaving.get(symbol))
        leaving.delete(symbol)
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
        if (count === 1) leaving.set(symbol, setTimeout(() => leave(symbol), ports.releaseMs))
      }
    },
    held: () => [...counts.keys()],
    holds: (symbol) => counts.has(symbol),
    clear() {
      for (const timer of leaving.values()) clearTimeout(timer)
      leaving.clear()
      counts.clear()
      added = new Set()
      removed = new Set()
    },
  }
}

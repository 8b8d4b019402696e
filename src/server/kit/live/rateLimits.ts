/** Token bucket with the capacity `burst`, refilled at `perSecond`. */
export interface TokenBucket {
  /** Takes `cost` tokens; false if fewer remain. */
  take(cost?: number): boolean
  /** Whether `cost` tokens remain. */
  has(cost: number): boolean
}

/** Creates a token bucket, full at first; `nowMs` is its clock in milliseconds. */
export function createTokenBucket(options: { burst: number; perSecond: number; nowMs: () => number }): TokenBucket {
  const { burst, perSecond, nowMs } = options
  let tokens = burst
  let refilledAt = nowMs()
  const refill = (): void => {
    const now = nowMs()
    tokens = Math.min(burst, tokens + (Math.max(0, now - refilledAt) * perSecond) / 1000)
    refilledAt = now
  }
  return {
    take(cost = 1) {
      refill()
      if (tokens < cost) return false
      tokens -= cost
      return true
    },
    has(cost) {
      refill()
      return tokens >= cost
    },
  }
}

/** Limits how many slots one key occupies at the same time. */
export function createConcurrencyLimit(max: number) {
  const counts = new Map<string, number>()
  return {
    /** Occupies a slot and returns the function that frees it; null when the key has no free slot. */
    acquire(key: string): (() => void) | null {
      const count = counts.get(key) ?? 0
      if (count >= max) return null
      counts.set(key, count + 1)
      let acquired = true
      return () => {
        if (!acquired) return
        acquired = false
        const remaining = (counts.get(key) ?? 1) - 1
        if (remaining > 0) counts.set(key, remaining)
        else counts.delete(key)
      }
    },
  }
}

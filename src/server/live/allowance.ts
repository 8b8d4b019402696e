/** A bucket that holds `burst` and fills by `perSecond`. */
export interface Allowance {
  /** False when there is not so much left. */
  take(cost?: number): boolean
}

export function createAllowance(options: { burst: number; perSecond: number; nowMs: () => number }): Allowance {
  const { burst, perSecond, nowMs } = options
  let left = burst
  let at = nowMs()
  return {
    take(cost = 1) {
      const now = nowMs()
      left = Math.min(burst, left + (Math.max(0, now - at) * perSecond) / 1000)
      at = now
      if (left < cost) return false
      left -= cost
      return true
    },
  }
}

/** Counts what each key holds at the same time. */
export function createHolders(most: number) {
  const counts = new Map<string, number>()
  return {
    /** Returns what lets go, or null when the key holds as many as it may. */
    take(key: string): (() => void) | null {
      const count = counts.get(key) ?? 0
      if (count >= most) return null
      counts.set(key, count + 1)
      let held = true
      return () => {
        if (!held) return
        held = false
        const left = (counts.get(key) ?? 1) - 1
        if (left > 0) counts.set(key, left)
        else counts.delete(key)
      }
    },
  }
}

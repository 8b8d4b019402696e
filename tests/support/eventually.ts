import { vi } from 'vitest'

/** Waits until a check no longer throws. The limit finds a hang; a busy machine does not reach it. */
export const eventually = <Value>(check: () => Value | Promise<Value>): Promise<Value> =>
  vi.waitFor(check, { timeout: 60_000, interval: 10 })

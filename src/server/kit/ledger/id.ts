import { randomBytes } from 'node:crypto'

let last = 0

/** An id is at most this far ahead of its time: the order continues while the clock is set back by less. */
const MAX_AHEAD_MS = 3_600_000

const prefixOf = (microseconds: number): string => microseconds.toString(36).padStart(11, '0')

/** A new id that sorts after all earlier ones of this process, unless the clock was set back by more than an hour. */
export function newId(nowMs: number): string {
  const now = nowMs * 1000
  last = last - now >= MAX_AHEAD_MS * 1000 ? now : Math.max(last + 1, now)
  return `${prefixOf(last)}${randomBytes(6).toString('hex')}`
}

/** All ids made between two Unix seconds, both inclusive, are at least `from` and below `to`; others may be too. */
export const idRange = (from: number, to: number): { from: string; to: string } => ({
  from: prefixOf(from * 1_000_000),
  to: prefixOf((to + 1) * 1_000_000 + MAX_AHEAD_MS * 1000),
})

import type { Shown } from './confirmedValues.ts'

/** What has happened before a step of its sequence, as far as rules ask. Immutable: each step makes the next. */
export interface Sequence {
  /** What the confirms have shown; absent before the first, and again once a money call has used it up. */
  shown?: Shown
  /** The money call that used it up. */
  spent?: string
  /** A money call that may have failed before this. */
  unsure?: string
  /** Gates proved by steps. */
  proved: ReadonlySet<string>
  /** States set since the confirm. */
  set: ReadonlySet<string>
  /** The action that ended the session. */
  ended?: string
}

export const BEGINNING: Sequence = { proved: new Set(), set: new Set() }

/** After a step whose branches ended so. What only some of its branches have proved or confirmed does not count. */
export function after(before: Sequence, branches: readonly { sequence: Sequence; left: boolean }[]): Sequence {
  let now = before
  for (const { sequence, left } of branches) {
    if (left) continue
    const { spent, unsure, ended } = sequence
    now = {
      ...now, ...(unsure === undefined ? {} : { unsure }), ...(ended === undefined ? {} : { ended }), ...(spent === undefined || spent === before.spent ? {} : { spent }),
    }
  }
  if (now.spent === before.spent) return now
  const { shown: _, ...rest } = now
  return rest
}

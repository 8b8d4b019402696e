import type { ConfirmedValues } from './confirmedValues.ts'

/** What has happened before a step of its sequence, as far as rules ask. Immutable: each step makes the next. */
export interface StepFlow {
  /** What the confirms have shown; absent before the first, and again once a money call has used it up. */
  confirmed?: ConfirmedValues
  /** The money call that used it up. */
  consumedBy?: string
  /** A money call that may have failed before this. */
  mayHaveFailed?: string
  /** Gates proved by steps. */
  proved: ReadonlySet<string>
  /** States set since the confirm. */
  written: ReadonlySet<string>
  /** The action that ended the session. */
  sessionEndedBy?: string
}

export const INITIAL: StepFlow = { proved: new Set(), written: new Set() }

/** After a step whose branches ended so. What only some of its branches have proved or confirmed does not count. */
export function mergeBranches(before: StepFlow, branches: readonly { flow: StepFlow; exited: boolean }[]): StepFlow {
  let now = before
  for (const { flow, exited } of branches) {
    if (exited) continue
    const { consumedBy: spent, mayHaveFailed: unsure, sessionEndedBy: ended } = flow
    now = {
      ...now, ...(unsure === undefined ? {} : { mayHaveFailed: unsure }), ...(ended === undefined ? {} : { sessionEndedBy: ended }), ...(spent === undefined || spent === before.consumedBy ? {} : { consumedBy: spent }),
    }
  }
  if (now.consumedBy === before.consumedBy) return now
  const { confirmed: _, ...rest } = now
  return rest
}

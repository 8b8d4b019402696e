import type { Expr } from '../../../src/engine/language/expressions/program.ts'
import type { ConfirmedTexts } from './confirmations.ts'
import { MutableSet } from './mutable.ts'

/** Data-flow state before a step. Immutable: each step returns the next one. */
export interface StepFlow {
  /** Texts of the confirmations; absent before the first, and after a money call has consumed them. */
  confirmed?: ConfirmedTexts
  /** Those of them that may be folded away. */
  folded?: ConfirmedTexts
  /** Values that nodes of the confirmations draw. */
  drawn?: readonly Expr[]
  /** The money call that consumed the confirmation. */
  consumedBy?: string
  /** A money call that may have failed before this. */
  mayHaveFailed?: string
  /** Proofs obtained by earlier steps. */
  proved: ReadonlySet<string>
  /** Values that steps have written since the confirmation. */
  written: MutableSet
  /** The action that ended the session. */
  sessionEndedBy?: string
}

export const INITIAL: StepFlow = { proved: new Set(), written: new MutableSet() }

/** Merges the flow after the branches of a step. Proofs and confirmations of only some branches are dropped. */
export function mergeBranches(before: StepFlow, branches: readonly { flow: StepFlow; exited: boolean }[]): StepFlow {
  let merged = before
  for (const { flow, exited } of branches) {
    if (exited) continue
    const { consumedBy: spent, mayHaveFailed: unsure, sessionEndedBy: ended } = flow
    merged = {
      ...merged,
      ...(unsure === undefined ? {} : { mayHaveFailed: unsure }),
      ...(ended === undefined ? {} : { sessionEndedBy: ended }),
      ...(spent === undefined || spent === before.consumedBy ? {} : { consumedBy: spent }),
    }
  }
  if (merged.consumedBy === before.consumedBy) return merged
  const { confirmed: _, ...rest } = merged
  return rest
}

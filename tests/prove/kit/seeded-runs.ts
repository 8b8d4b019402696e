import * as fc from 'fast-check'
import type { ProofOptions } from './proof.ts'

/**
 * Checks random histories, distributed over the scenarios evenly, so that each scenario is covered for any seed once there are as many
 * histories as scenarios. Returns whether all passed, and logs the first failure.
 */
export async function checkSeededRuns<Beginning>(
  { seed, runs, log }: Pick<ProofOptions, 'seed' | 'runs' | 'log'>,
  scenarios: readonly Beginning[],
  propertyOf: (beginning: Beginning) => fc.IRawProperty<unknown>,
): Promise<boolean> {
  for (const [at, beginning] of scenarios.entries()) {
    const numRuns = Math.floor((runs + at) / scenarios.length)
    if (numRuns === 0) continue
    const outcome = await fc.check(propertyOf(beginning), { seed: seed + at, numRuns })
    if (!outcome.failed) continue
    log(`after beginning ${at}: ${fc.defaultReportMessage(outcome) ?? 'failed'}\n${String(outcome.errorInstance)}`)
    return false
  }
  return true
}

/** Whether every required event has occurred; logs the missing ones. */
export function hasSeenAll(
  required: readonly string[],
  counts: ReadonlyMap<string, number>,
  log: ProofOptions['log'],
): boolean {
  const unseen = required.filter((what) => !counts.has(what))
  if (unseen.length > 0) log(`never seen: ${unseen.join(', ')}`)
  return unseen.length === 0
}

/** Converts counts to an object with sorted keys, for the figures of a proof. */
export const sorted = (counts: ReadonlyMap<string, number>): Record<string, number> =>
  Object.fromEntries([...counts].toSorted(([a], [b]) => (a < b ? -1 : 1)))

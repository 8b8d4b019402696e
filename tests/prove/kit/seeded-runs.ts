import * as fc from 'fast-check'
import type { ProofOptions } from './proof.ts'

/**
 * Random histories, each after one of some beginnings that are dealt out in turn: what the beginnings lead to is seen whatever the seed,
 * as soon as there are as many histories as beginnings. Tells whether all held, and says what did not.
 */
export async function checkSeededRuns<Beginning>({ seed, runs, log }: Omit<ProofOptions, 'out' | 'lang'>, scenarios: readonly Beginning[], propertyOf: (beginning: Beginning) => fc.IRawProperty<unknown>): Promise<boolean> {
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

/** Whether all has been seen that a proof wants to have seen before it may say that it has proved something; says what has not. */
export function hasSeenAll(wanted: readonly string[], counts: ReadonlyMap<string, number>, log: ProofOptions['log']): boolean {
  const unseen = wanted.filter((what) => !counts.has(what))
  if (unseen.length > 0) log(`never seen: ${unseen.join(', ')}`)
  return unseen.length === 0
}

export const sorted = (counts: ReadonlyMap<string, number>): Record<string, number> => Object.fromEntries([...counts].toSorted(([a], [b]) => (a < b ? -1 : 1)))

import * as fc from 'fast-check'
import { checkSeededRuns, hasSeenAll, sorted } from '../kit/seeded-runs.ts'
import { BEGINNINGS, REQUIRED_EVENTS } from '../kit/money-model/beginnings.ts'
import { commands } from '../kit/money-model/commands.ts'
import { Model } from '../kit/money-model/model.ts'
import { Real } from '../kit/money-model/real.ts'
import type { ProofOptions, ProofResult } from '../kit/proof.ts'

export const about =
  'deposits, withdrawals, reviews, transfers, exchanges and refills in random order: the server does what a model of them does, and the books add up after each'
/** Histories of up to 30 steps after their beginning, each on a separate server. */
export const runs = { full: 2000, middle: 15, short: 6 }

/** Runs `runs` random histories on the server and on the model. Fails also if a required event never occurs. */
export async function prove({ seed, runs: histories, log }: ProofOptions): Promise<ProofResult> {
  const counts = new Map<string, number>()
  let steps = 0
  const report = await checkSeededRuns({ seed, runs: histories, log }, BEGINNINGS, (beginning) =>
    fc.asyncProperty(fc.commands(commands, { maxCommands: 30, size: 'max' }), async (history) => {
      const real = await Real.open(counts)
      const model = new Model(Real.startMs)
      try {
        for (const part of [beginning, history]) await fc.asyncModelRun(() => ({ model, real }), part)
        await real.compareRecords(model)
        steps += real.steps
      } finally {
        await real.close()
      }
    }),
  )
  const seenEnough = histories < BEGINNINGS.length || hasSeenAll(REQUIRED_EVENTS, counts, log)
  return { ok: report && seenEnough, figures: { steps, ...sorted(counts) } }
}

import * as fc from 'fast-check'
import { checkSeededRuns, hasSeenAll, sorted } from '../kit/seeded-runs.ts'
import type { ProofOptions, ProofResult } from '../kit/proof.ts'
import { BEGINNINGS, STARTS, REQUIRED_EVENTS } from '../kit/trading-model/beginnings.ts'
import { commands } from '../kit/trading-model/commands.ts'
import { Model } from '../kit/trading-model/model.ts'
import { Real } from '../kit/trading-model/real.ts'

export const about =
  'spot, seconds and leveraged trades in random order: orders, fills, stops, liquidation, expiry and closing are those of a model, and the books add up after each'
/** Histories of up to 60 steps after their beginning, each on a separate server. */
export const runs = { full: 2000, middle: 8, short: BEGINNINGS.length }

/** Runs `runs` random histories of trades on the server and on the model. Fails also if a required event never occurs. */
export async function prove({ seed, runs: histories, log }: ProofOptions): Promise<ProofResult> {
  const counts = new Map<string, number>()
  let steps = 0
  const report = await checkSeededRuns({ seed, runs: histories, log }, BEGINNINGS, (beginning) =>
    fc.asyncProperty(
      beginning.startMs === undefined ? fc.constantFrom(...STARTS) : fc.constant(beginning.startMs),
      fc.commands(commands, { maxCommands: 60, size: 'max' }),
      async (startMs, history) => {
        const real = await Real.open(startMs, counts)
        const model = new Model(startMs, real.prices())
        try {
          for (const part of [beginning.commands, history]) await fc.asyncModelRun(() => ({ model, real }), part)
          await real.compareRecords(model)
          steps += real.steps
        } finally {
          await real.close()
        }
      },
    ),
  )
  const seenEnough = histories < BEGINNINGS.length || hasSeenAll(REQUIRED_EVENTS, counts, log)
  return { ok: report && seenEnough, figures: { steps, ...sorted(counts) } }
}

import * as fc from 'fast-check'
import { commands } from './kit/money-model/commands.ts'
import { Model } from './kit/money-model/model.ts'
import { Real } from './kit/money-model/real.ts'
import type { ProofOptions, ProofOutcome } from './kit/proof.ts'

export const about = 'deposits, withdrawals, reviews, transfers, exchanges and refills in random order: the server does what a model of them does, and the books add up after each'
/** Histories of up to 30 steps, each on a server of its own. */
export const runs = { full: 2000, short: 50 }

/** What a proof that proves something has seen at least once. */
const WANTED = ['transferred', 'exchanged', 'refilled', 'submittedForReview', 'withdrawalRequested', 'withdrawalPending', 'cancelled', 'orderCannotBeCancelled', 'quoteExpired', 'tradeStatusAbnormal', 'insufficientBalance', 'refillTooEarly', 'amountError', 'statusAbnormal']

export async function prove({ seed, runs: histories, log }: ProofOptions): Promise<ProofOutcome> {
  const counts = new Map<string, number>()
  let steps = 0
  const property = fc.asyncProperty(fc.commands(commands, { maxCommands: 30, size: 'max' }), async (history) => {
    const real = await Real.open(counts)
    const model = new Model(Real.startMs)
    try {
      await fc.asyncModelRun(() => ({ model, real }), history)
      await real.compareRecords(model)
      steps += real.steps
    } finally {
      await real.close()
    }
  })
  const outcome = await fc.check(property, { seed, numRuns: histories })
  if (outcome.failed) log(`${fc.defaultReportMessage(outcome) ?? 'failed'}\n${String(outcome.errorInstance)}`)
  const unseen = WANTED.filter((code) => !counts.has(code))
  const seenEnough = unseen.length === 0 || histories < runs.short
  if (!seenEnough) log(`never seen: ${unseen.join(', ')}`)
  return { ok: !outcome.failed && seenEnough, figures: { steps, ...Object.fromEntries([...counts].toSorted(([a], [b]) => (a < b ? -1 : 1))) } }
}

import * as fc from 'fast-check'
import type { ProofOptions, ProofOutcome } from './kit/proof.ts'
import { commands } from './kit/trading-model/commands.ts'
import { Model } from './kit/trading-model/model.ts'
import { Real } from './kit/trading-model/real.ts'

export const about = 'spot, seconds and leveraged trades in random order: orders, fills, stops, liquidation, expiry and closing are those of a model, and the books add up after each'
/** Histories of up to 60 steps, each on a server of its own. */
export const runs = { full: 2000, short: 25 }

/** A Saturday on which only digital currencies trade, a Monday, and half an hour before the others close and open. */
const STARTS = ['2026-11-21T12:00:00Z', '2026-11-23T14:00:00Z', '2026-11-27T21:30:00Z', '2026-11-29T21:30:00Z'].map((time) => Date.parse(time))

/** What a proof that proves something has seen at least once. */
const WANTED = [
  'orderPlaced', 'closed', 'stopsSet', 'orderCancelled', 'orderCannotBeCancelled', 'priceChanged', 'marketClosed', 'insufficientBalance', 'insufficientAccountBalance', 'takeProfitWrong', 'stopLossWrong',
  'limitPriceWrong', 'limitBelowPrice', 'leveragedTradeInProgress', 'spot limit: filled', 'spot market: filled', 'closed: takeProfit', 'closed: stopLoss', 'closed: liquidation', 'seconds: won', 'seconds: lost',
]

export async function prove({ seed, runs: histories, log }: ProofOptions): Promise<ProofOutcome> {
  const counts = new Map<string, number>()
  let steps = 0
  const property = fc.asyncProperty(fc.constantFrom(...STARTS), fc.commands(commands, { maxCommands: 60, size: 'max' }), async (startMs, history) => {
    const real = await Real.open(startMs, counts)
    const model = new Model(startMs, real.prices())
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

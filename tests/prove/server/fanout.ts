import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { LISTINGS } from '../../../src/server/modules/trading/market/instruments.ts'
import { LIVE_LIMITS } from '../../../src/server/kit/live/limits.ts'
import { measureLive, type LiveFigures } from '../../scale/live.ts'
import { ASSUMED } from '../../scale/page.ts'
import { canMeasure } from '../../scale/processTime.ts'
import { FAILOVER_BOUND_MS, LAG_BOUND_MS, simulateFanout, type FanoutOptions } from '../kit/fanout-tree.ts'
import type { ProofOptions, ProofResult } from '../kit/proof.ts'
import { serve } from '../kit/net/server-process.ts'

export const about =
  'a tree of live processes for a million connections, simulated with what a message costs a process here: each client has each tick in time and in order, also while the leader, hubs and edges fail'
/** Trees, each with its own failures. */
export const runs = { full: 20, short: 1 }
export const missing = (): string | null =>
  canMeasure() ? null : 'the processor time of processes is only known on Linux'

/** The size of a tree in a short run, and of one with a broken rule. */
const SMALL = { leaves: 200_000, seconds: 10 }
const FULL = { leaves: ASSUMED.users * ASSUMED.online, seconds: 30 }
const BROKEN = ['no replay', 'no snapshot', 'no takeover', 'overload'] as const

const TRIES = [0, 1, 2, 3, 4]

const FEW = 20
const SYMBOLS = LISTINGS.filter(({ class: kind }) => kind === 'crypto')
  .slice(0, ASSUMED.symbols)
  .map(({ symbol }) => symbol)
const RATE = LISTINGS.reduce((sum, { pace }) => sum + pace, 0) / LISTINGS.length / 60
const EDGES_PER_HUB = 50
const KEPT = 10_000

/**
 * Microseconds of the processor and bytes, as measured on an idle machine: the gate simulates with these, since a busy machine makes a short
 * measurement coarse.
 */
const TYPICAL = { perDelivery: 11, perMessage: 370, bytesPerMessage: 227, perConnection: 1_300 }

/** Measures what a message costs a live server, and simulates `runs` trees of such servers, loaded to half of their processor. */
export async function prove({ seed, runs: trees, log }: ProofOptions): Promise<ProofResult> {
  const isShort = trees <= runs.short
  const live = isShort ? TYPICAL : await measure()
  const { perDelivery, perMessage } = live
  const budget = ASSUMED.load * 1_000_000 - perMessage * RATE * LISTINGS.length
  const leavesPerEdge = Math.min(LIVE_LIMITS.connections, Math.floor(budget / (perDelivery * RATE * ASSUMED.symbols)))
  log(
    `a message costs a process ${perMessage.toFixed(0)} µs and ${perDelivery.toFixed(1)} µs for each connection, ${live.bytesPerMessage.toFixed(0)} bytes: ${leavesPerEdge} connections of ${(RATE * ASSUMED.symbols).toFixed(1)} messages a second load half of it`,
  )
  const tree: FanoutOptions = {
    ...(isShort ? SMALL : FULL),
    seed,
    leavesPerEdge,
    edgesPerHub: EDGES_PER_HUB,
    symbols: LISTINGS.length,
    subscribed: ASSUMED.symbols,
    rate: RATE,
    perMessage,
    perDelivery,
    // A hub is a process that sends to edges as an edge sends to clients.
    perForward: perDelivery,
    perConnection: live.perConnection,
    kept: KEPT,
    failing: 0.05,
  }
  const faults: string[] = []
  const figures = { lagMs: 0, failoverMs: 0, failures: 0, ticks: 0, deliveries: 0, reconnected: 0, busiest: 0 }
  let shape = {}
  for (let run = 0; run < trees; run += 1) {
    const result = simulateFanout({ ...tree, seed: seed + run })
    faults.push(...result.faults.map((fault) => `tree ${seed + run}: ${fault}`))
    shape = { edges: result.edges, hubs: result.hubs }
    for (const name of ['lagMs', 'failoverMs', 'busiest'] as const)
      figures[name] = Math.max(figures[name], result[name])
    for (const name of ['failures', 'ticks', 'deliveries', 'reconnected'] as const) figures[name] += result[name]
  }
  for (const broken of BROKEN) {
    const isFound = (at: number) => simulateFanout({ ...tree, ...SMALL, seed: seed + at, broken }).faults.length > 0
    // Where two failures coincide, one can hide the rule.
    if (!TRIES.some(isFound)) faults.push(`The check does not find ${broken}`)
  }
  for (const fault of faults.slice(0, 20)) log(fault)
  return {
    ok: faults.length === 0,
    figures: {
      leaves: tree.leaves,
      ...shape,
      leavesPerEdge,
      perDelivery: rounded(perDelivery),
      perMessage: rounded(perMessage),
      bytesPerMessage: rounded(live.bytesPerMessage),
      messagesPerSecond: rounded(RATE * ASSUMED.symbols),
      ...Object.fromEntries(Object.entries(figures).map(([name, value]) => [name, rounded(value)])),
      bounds: [LAG_BOUND_MS, FAILOVER_BOUND_MS],
      faults: faults.length,
    },
  }
}

const rounded = (value: number): number => Math.round(value * 100) / 100

async function measure(): Promise<LiveFigures> {
  const folder = mkdtempSync(join(tmpdir(), 'placard-prove-fanout-'))
  const served = await serve(folder, { PLACARD_DATA: ':memory:', TICK_RATE: '5' })
  try {
    return await measureLive([served], { symbols: SYMBOLS, few: FEW, many: 600, ms: 5_000 })
  } finally {
    await served.kill()
    rmSync(folder, { recursive: true, force: true })
  }
}

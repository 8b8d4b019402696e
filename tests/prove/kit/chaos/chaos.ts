import type { Kysely } from 'kysely'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Tables } from '../../../../src/server/db.ts'
import { verifyBooks } from '../../../../src/server/kit/ledger/verify.ts'
import { openDatabase } from '../../../../src/server/kit/storage/openDatabase.ts'
import type { BankConnection } from '../bank/bank-connection.ts'
import type { ProofResult } from '../proof.ts'
import type { Random } from '../random.ts'
import type { Deployment } from './deployment.ts'

/** A change of a database that a check has to find. */
export interface Plant {
  name: string
  spoil(db: Kysely<Tables>): Promise<unknown>
  /** The fault that is reported. */
  says: RegExp
}

/** Users, a model of what the server has acknowledged to them, and the comparison of both. */
export interface Workload {
  /** Adds the users to a database without a running server. */
  enrol(database: string): Promise<void>
  /** Starts the users, who are spread over the connections; resolves when all have ended. They wait for a server that is down. */
  live(connections: readonly BankConnection[]): Promise<void>
  /** Work so far; a run strikes by it. */
  work(): number
  /** Ends the users after their present work. */
  end(): void
  /** Faults that the users have seen; they end at the first. */
  faults: string[]
  /** Number of users' tasks that the server still has to end by itself. */
  pending?(db: Kysely<Tables>): Promise<number>
  /** Faults of a database without a running server. `last`: all users have ended. */
  inspect(db: Kysely<Tables>, last: boolean): Promise<string[]>
  /** Faults that users see once all have ended. */
  compare?(connection: BankConnection): Promise<string[]>
  /** Faults of the events that have not occurred; called after the last inspection. */
  unseen?(): string[]
  plants: readonly Plant[]
  figures(): Record<string, unknown>
}

/** A run of a workload on a deployment. */
export interface ChaosRun {
  deployment: Deployment
  workload: Workload
  /** Faults of the deployment, in turn: the run goes on when they have ended. */
  strikes: readonly Strike[]
  /** Work before each strike, and after the last one, unless the users end by themselves. */
  every: number
  /** Longest pause before a strike: ms. */
  withinMs: number
  random: Random
  log(line: string): void
  /** Further checks at the end, beside a running server. */
  finish?(faults: string[]): Promise<void> | void
}

export interface Struck extends ChaosRun {
  faults: string[]
  figures: Record<string, number>
  /** Compares the databases with the model; no process runs. */
  inspect(): Promise<void>
}

export type Strike = (run: Struck) => Promise<void>

/** Limit that only a hang reaches. */
export const HANG_MS = 300_000

export async function until(condition: () => Promise<boolean> | boolean, ms = HANG_MS): Promise<boolean> {
  for (const end = performance.now() + ms; performance.now() < end; await sleep(20)) if (await condition()) return true
  return await condition()
}

/** Calls the work with a database, which no server may have open. */
export async function onDatabase<Result>(
  database: string,
  work: (db: Kysely<Tables>) => Promise<Result>,
): Promise<Result> {
  const opened = await openDatabase(database)
  try {
    return await work(opened.db)
  } finally {
    await opened.close()
  }
}

/** The books add up, and the database agrees with the model of the workload. */
const inspectAll = async (db: Kysely<Tables>, workload: Workload, last: boolean): Promise<string[]> => [
  ...(await verifyBooks(db)),
  ...(await workload.inspect(db, last)),
]

/** Kills all processes with SIGKILL, compares the database, and starts them again. */
export const kill: Strike = async ({ deployment, figures, inspect }) => {
  await Promise.all(deployment.processes.map((server) => server.kill()))
  await inspect()
  const before = performance.now()
  await deployment.restart()
  figures.slowestRestartMs = Math.max(figures.slowestRestartMs ?? 0, Math.round(performance.now() - before))
}

/** Ends all processes with SIGTERM, within a limit, compares the database, and starts them again. */
export const terminate =
  (limitMs: number): Strike =>
  async ({ deployment, figures, faults, inspect }) => {
    const before = performance.now()
    for (const code of await Promise.all(deployment.processes.map((server) => server.stop())))
      if (code !== 0) faults.push(`exit code ${String(code)}`)
    const took = Math.round(performance.now() - before)
    figures.slowestStopMs = Math.max(figures.slowestStopMs ?? 0, took)
    if (took > limitMs) faults.push(`it took ${took} ms to end`)
    await inspect()
    await deployment.restart()
  }

/** Restarts one process after the other with SIGTERM, one for each strike. */
export const terminateNext = (): Strike => {
  let next = 0
  return async ({ deployment, faults }) => {
    const at = next++ % deployment.processes.length
    const code = await deployment.processes[at]?.stop()
    if (code !== 0) faults.push(`process ${at}: exit code ${String(code)}`)
    await deployment.restart(at)
  }
}

/**
 * Runs users on a deployment with faults, and checks after each of them and at the end: the journal and the balances add up, what was
 * acknowledged is there, each key was executed at most once. Each check then has to find its planted faults, in a transaction that is rolled
 * back.
 */
export async function runChaos(run: ChaosRun): Promise<ProofResult> {
  const { deployment, workload, strikes, every, withinMs, random, log } = run
  const { database } = deployment
  const { faults } = workload
  const figures: Record<string, number> = { strikes: 0 }
  const inspect = () => onDatabase(database, async (db) => void faults.push(...(await inspectAll(db, workload, false))))
  try {
    let haveEnded = false
    const living = workload.live(deployment.connections).finally(() => (haveEnded = true))
    let planned = 0
    const reached = () => until(() => workload.work() >= planned || faults.length > 0 || haveEnded, Infinity)
    for (const strike of strikes) {
      planned += every
      await reached()
      if (faults.length > 0) break
      await sleep(random.int(withinMs))
      await strike({ ...run, faults, figures, inspect })
      figures.strikes = (figures.strikes ?? 0) + 1
      planned = Math.max(planned, workload.work())
      log(`${figures.strikes} of ${strikes.length}: ${JSON.stringify(workload.figures())}, ${faults.length} faults`)
    }
    planned += every
    await reached()
    workload.end()
    await living
    const { pending } = workload
    if (pending) await until(async () => (await onDatabase(database, (db) => pending.call(workload, db))) === 0)
    faults.push(...((await workload.compare?.(deployment.direct)) ?? []))
    await run.finish?.(faults)
    await Promise.all(deployment.processes.map((server) => server.kill()))
    await onDatabase(database, async (db) => {
      faults.push(...(await inspectAll(db, workload, true)), ...(workload.unseen?.() ?? []))
      if (faults.length === 0) faults.push(...(await missedPlants(db, workload)))
    })
  } finally {
    workload.end()
    await deployment.close()
  }
  for (const fault of faults.slice(0, 20)) log(fault)
  return {
    ok: faults.length === 0,
    figures: { ...workload.figures(), ...figures, plants: plantsOf(workload).length, faults: faults.length },
  }
}

class RolledBack extends Error {}

const plantsOf = ({ plants }: Workload): Plant[] => [
  ...plants,
  {
    name: 'a balance without an entry',
    spoil: (db) =>
      db
        .updateTable('ledger_account')
        .set((eb) => ({ posted: eb('posted', '+', 1n) }))
        .where('owner', '<>', 'system')
        .execute(),
    says: /says \d+, its journal/,
  },
]

/** The planted faults that no check has found. */
async function missedPlants(db: Kysely<Tables>, workload: Workload): Promise<string[]> {
  const missed: string[] = []
  for (const { name, spoil, says } of plantsOf(workload)) {
    let found: string[] = []
    await db
      .transaction()
      .execute(async (trx) => {
        await spoil(trx)
        found = await inspectAll(trx, workload, true)
        throw new RolledBack()
      })
      .catch((error: unknown) => {
        if (!(error instanceof RolledBack)) missed.push(`${name} could not be planted: ${String(error)}`)
      })
    if (!found.some((fault) => says.test(fault))) missed.push(`The checks do not find ${name}: ${found.join('; ')}`)
  }
  return missed
}

/** Faults for each event that a run has not seen: without it a run shows nothing. */
export const unseen = (counts: Readonly<Record<string, number>>): string[] =>
  Object.entries(counts)
    .filter(([, count]) => count === 0)
    .map(([what]) => `${what} is 0: the proof shows nothing of it`)

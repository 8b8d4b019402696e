import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { leaderConnectionName } from '../../../../src/server/kit/storage/postgres/leaderElection.ts'
import { countReviews, inspect } from '../bank/bank-books.ts'
import { BankClient } from '../bank/bank-client.ts'
import { compare, openBank } from '../bank/bank-frame.ts'
import type { BankConnection } from '../bank/bank-connection.ts'
import { enrol } from '../bank/bank-people.ts'
import { agree, listen } from './cluster-ticks.ts'
import { createRandom } from '../random.ts'
import type { ServerProcess } from '../net/server-process.ts'

/** A separate database, and processes on it. */
export interface Cluster {
  database: string
  start(name: string, env?: Record<string, string>): Promise<ServerProcess>
  faults: string[]
  log(connection: string): void
}

export const TAKEOVER_MS = 5_000
/** Limit that only a hang reaches, on any machine. */
const HANG_MS = 120_000
const PEOPLE = 8
export const SYMBOL = 'BTCUSDT'
/** Both connections only listen for this time first. */
const LISTEN_MS = 1_000
const REVIEWS_END_MS = 300_000

/** People use the bank at two processes while the leader is killed; a third one joins. `isTimed`: the lead is taken over, and prices go on, within a limit. */
export async function proveBank({
  database,
  start,
  faults,
  log,
  seed,
  postings,
  isTimed,
}: Cluster & { seed: number; postings: number; isTimed: boolean }): Promise<Record<string, unknown>> {
  const limitMs = isTimed ? TAKEOVER_MS : HANG_MS
  const customers = await enrol(database, PEOPLE)
  const random = createRandom(seed)
  const processes = await Promise.all(['one', 'two'].map((name) => start(name)))
  try {
    const origins = processes.map(({ origin }) => origin)
    const connection: BankConnection = {
      get origin() {
        return random.pick(origins)
      },
      lost: 0,
      sent: 0,
    }
    const bank = openBank(connection, postings)
    const leader = await leaderOf(database, processes)
    const follower = processes.find((server) => server !== leader)
    if (!leader || !follower) throw new Error('There is no leader.')
    const listeners = await Promise.all([leader, follower].map(({ origin }) => listen(origin, SYMBOL)))
    await sleep(LISTEN_MS)
    const clients = customers.map((customer, i) => new BankClient(customer, bank, createRandom(seed * 1009 + i)))
    const living = Promise.all(clients.map((client) => client.live()))
    while (bank.remaining > postings / 2 && bank.faults.length === 0) await sleep(5)

    const killedAt = performance.now()
    await leader.kill()
    origins.splice(0, origins.length, follower.origin)
    while ((await leaderOf(database, [follower])) !== follower && performance.now() - killedAt < 4 * limitMs)
      await sleep(20)
    const takeoverMs = Math.round(performance.now() - killedAt)
    if (takeoverMs > limitMs) faults.push(`The lead was taken over after ${takeoverMs} ms`)
    log(
      `the leader was killed after ${postings - bank.remaining} of ${postings} postings; the other one led after ${takeoverMs} ms`,
    )
    const third = await start('three')
    processes.push(third)
    origins.push(third.origin)

    await living
    const latest = performance.now() + REVIEWS_END_MS
    while ((await countReviews(database)) > 0 && performance.now() < latest) await sleep(250)
    for (const client of clients) await compare(connection, client, bank)
    const [leaderListener, followerListener] = listeners
    if (!leaderListener || !followerListener) throw new Error('There is no listener.')
    const sameTicks = agree(leaderListener, followerListener, faults)
    const silenceMs = Math.round(Math.max(followerListener.silence, performance.now() - followerListener.lastTickAt))
    if (sameTicks === 0) faults.push('No tick was received from both processes')
    if (silenceMs > limitMs) faults.push(`No price was sent for ${silenceMs} ms`)
    for (const listener of listeners) {
      faults.push(...listener.faults)
      listener.close()
    }
    await Promise.all(processes.map((server) => server.kill()))
    const inspection = await inspect(database, bank, true)
    faults.push(...bank.faults)
    const done = bank.submits.filter((submit) => submit.done).length
    if (done < postings / 2) faults.push(`only ${done} of ${postings} postings were made`)
    return {
      postings,
      done,
      ...bank.counts,
      credited: inspection.credited,
      paid: inspection.paid,
      givenBack: inspection.givenBack,
      requests: connection.sent,
      answersLost: connection.lost,
      takeoverMs,
      silenceMs,
      sameTicks,
    }
  } finally {
    await Promise.all(processes.map((server) => server.kill()))
  }
}

/** The process whose connection has the leader lock. */
export async function leaderOf<Process extends { pid: number }>(
  address: string,
  processes: readonly Process[],
): Promise<Process | undefined> {
  const client = new Client({ connectionString: address })
  await client.connect()
  try {
    const { rows } = await client.query<{ name: string }>(
      "SELECT application_name AS name FROM pg_locks JOIN pg_stat_activity USING (pid) WHERE locktype = 'advisory' AND granted AND application_name LIKE 'placard-lead-%'",
    )
    return processes.find(({ pid }) => rows.some(({ name }) => name === leaderConnectionName(pid)))
  } finally {
    await client.end()
  }
}

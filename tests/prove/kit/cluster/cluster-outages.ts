import { setTimeout as sleep } from 'node:timers/promises'
import { createClient } from 'redis'
import { ask, type BankConnection } from '../bank/bank-connection.ts'
import { enrol, type Customer } from '../bank/bank-people.ts'
import { leaderOf, SYMBOL, TAKEOVER_MS, type Cluster } from './cluster-bank.ts'
import { listen, type Listener } from './cluster-ticks.ts'
import type { ServerProcess } from '../net/server-process.ts'
import type { Services } from '../net/services.ts'

const PEOPLE = 6
const AWAY_MS = 3_000
/** Maximum time without a price. */
const SILENT_MS = 2_500
const PAUSE_MS = 50

interface TransferProgress {
  moved: number
  /** Answers that reported a problem of the service. */
  problems: number
  /** Tries without any answer. */
  lost: number
  /** Time of the last successful answer, and the longest time between two. */
  since: number
  longest: number
  over: boolean
}

/** Moves one unit to and fro, each move with one key until it is acknowledged, as the app does. Returns the expected balance of the contract account. */
async function move(
  { token, user }: Customer,
  origin: string,
  progress: TransferProgress,
  faults: string[],
): Promise<number> {
  const connection: BankConnection = { origin, lost: 0, sent: 0 }
  let round = 0
  while (!progress.over) {
    const [from, to] = round % 2 === 0 ? ['coin', 'contract'] : ['contract', 'coin']
    for (;;) {
      const reply = await ask(
        connection,
        'wallet/transfer',
        { mode: 'real', from, to, currency: 'USDT', amount: '1' },
        { token, key: `outage-${user}-${round}` },
      )
      if (reply?.type === 'ok') break
      if (reply === null) progress.lost += 1
      else if (reply.code === 'serverError') progress.problems += 1
      else faults.push(`A move of money was answered with ${String(reply.code)}`)
      if (faults.length > 20) return round % 2
      await sleep(PAUSE_MS)
    }
    progress.moved += 1
    progress.longest = Math.max(progress.longest, performance.now() - progress.since)
    progress.since = performance.now()
    round += 1
    await sleep(PAUSE_MS)
  }
  return round % 2
}

/** Both services stop and restart while people move money and receive prices. */
export async function proveOutages({
  database,
  start,
  faults,
  log,
  services,
}: Cluster & { services: Services }): Promise<Record<string, unknown>> {
  const customers = await enrol(database, PEOPLE)
  const processes = await Promise.all(['one', 'two'].map((name) => start(name)))
  const progress: TransferProgress = {
    moved: 0,
    problems: 0,
    lost: 0,
    since: performance.now(),
    longest: 0,
    over: false,
  }
  try {
    const listeners = await Promise.all(processes.map(({ origin }) => listen(origin, SYMBOL)))
    const moving = Promise.all(
      customers.map((customer, at) => move(customer, processes[at % 2]?.origin ?? '', progress, faults)),
    )
    const during = async (what: string, away: () => Promise<void>, back: () => void) =>
      await outage({ what, away, back, progress, listeners, processes, faults })
    await sleep(AWAY_MS / 2)

    const killed = await during('Redis killed', () => services.redis.stop('SIGKILL'), services.redis.start)
    const isBroadcast = await broadcastsThrough(services.redisAddress)
    if (!isBroadcast) faults.push('After Redis has come back nothing is broadcast through it')
    const frozen = await during('Redis frozen', () => Promise.resolve(services.redis.freeze()), services.redis.thaw)
    if (progress.problems + progress.lost > 0)
      faults.push(`${progress.problems + progress.lost} moves of money failed while only Redis was away`)

    const stopped = await during('PostgreSQL stopped', () => services.postgres.stop('SIGINT'), services.postgres.start)
    const { problems, lost } = progress
    if (problems === 0) faults.push('No client received a service problem while PostgreSQL was away')
    const leader = await leaderOf(database, processes)
    if (!leader) faults.push('There is no leader after PostgreSQL has come back')

    progress.over = true
    await check(customers, await moving, processes, faults)
    for (const listener of listeners) {
      faults.push(...listener.faults)
      listener.close()
    }
    const outages = {
      killed,
      frozen,
      stopped,
      moved: progress.moved,
      problems,
      lost,
      again: listeners.map(({ again }) => again),
    }
    log(
      `Redis away: prices silent for at most ${Math.max(killed.silentMs, frozen.silentMs)} ms; PostgreSQL away: ${stopped.silentMs} ms, money moved again ${stopped.backMs} ms after its return, ${problems} calls ended with a service problem`,
    )
    return { outages }
  } finally {
    progress.over = true
    await Promise.all(processes.map((server) => server.kill()))
  }
}

/** Whether anything is written to the stream of an initially empty Redis. */
async function broadcastsThrough(address: string): Promise<boolean> {
  const client = createClient({ url: address })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.xLen('placard-live')) > 0
  } finally {
    client.destroy()
  }
}

interface Outage {
  what: string
  away(): Promise<void>
  back(): void
  progress: TransferProgress
  listeners: readonly Listener[]
  processes: readonly ServerProcess[]
  faults: string[]
}

async function outage({
  what,
  away,
  back,
  progress,
  listeners,
  processes,
  faults,
}: Outage): Promise<{ silentMs: number; backMs: number }> {
  for (const listener of listeners) listener.silence = 0
  await away()
  await sleep(AWAY_MS)
  back()
  const backAt = performance.now()
  const before = progress.moved
  while (progress.moved < before + PEOPLE && performance.now() - backAt < 4 * TAKEOVER_MS) await sleep(20)
  const backMs = Math.round(performance.now() - backAt)
  if (backMs > TAKEOVER_MS) faults.push(`${what}: money moved again ${backMs} ms after its return`)
  await sleep(AWAY_MS / 2)
  const silentMs = Math.round(
    Math.max(...listeners.map(({ silence, lastTickAt }) => Math.max(silence, performance.now() - lastTickAt))),
  )
  if (silentMs > SILENT_MS) faults.push(`${what}: no price was sent for ${silentMs} ms`)
  for (const { pid } of processes) if (!isAlive(pid)) faults.push(`${what}: a process of the server has ended`)
  return { silentMs, backMs }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** Checks that each acknowledged move exists once. */
async function check(
  customers: readonly Customer[],
  expected: readonly number[],
  [first]: readonly ServerProcess[],
  faults: string[],
): Promise<void> {
  const connection: BankConnection = { origin: first?.origin ?? '', lost: 0, sent: 0 }
  for (const [at, { token, user }] of customers.entries()) {
    const reply = await ask(connection, 'wallet/list', { mode: 'real', kind: 'contract' }, { token })
    const rows = (reply?.data?.rows ?? []) as { currency: string; balance: string }[]
    const balance = rows.find(({ currency }) => currency === 'USDT')?.balance ?? '0'
    if (balance !== String(expected[at]))
      faults.push(`${user} has ${balance} in the contract account instead of ${expected[at]}`)
  }
}

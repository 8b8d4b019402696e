import { mkdtempSync, rmSync, writeFileSync, chmodSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { leaderName } from '../../src/server/storage/lead.ts'
import { countReviews, inspect } from './kit/bank-books.ts'
import { BankClient } from './kit/bank-client.ts'
import { compare, openBank, OPERATOR } from './kit/bank-frame.ts'
import type { Line } from './kit/bank-line.ts'
import { enrol } from './kit/bank-people.ts'
import { agree, listen } from './kit/cluster-ticks.ts'
import { runCases } from './kit/cluster-cases.ts'
import type { ProofOptions, ProofOutcome } from './kit/proof.ts'
import { random } from './kit/random.ts'
import { serve } from './kit/served.ts'
import { missingServices, startServices } from './kit/services.ts'

export const about = 'two processes on one PostgreSQL and Redis: every case of the contract, a bank whose people use both while the leader is killed with -9, and prices that go on'
/** Postings of all people together. */
export const runs = { full: 2_000, short: 120 }
export const missing = missingServices

const PEOPLE = 8
const SYMBOL = 'BTCUSDT'
/** So long both listen before anything else happens. */
const HEARD_MS = 1_000
const TAKEOVER_MS = 5_000
const REVIEWS_END_MS = 60_000

export async function prove({ seed, runs: postings, log }: ProofOptions): Promise<ProofOutcome> {
  const folder = mkdtempSync(join(tmpdir(), 'placard-prove-cluster-'))
  // Another user runs the database in it.
  chmodSync(folder, 0o755)
  const config = join(folder, 'operator.json')
  writeFileSync(config, JSON.stringify(OPERATOR))
  const services = await startServices(folder, ['cases', 'bank'])
  const faults: string[] = []
  const figures: Record<string, unknown> = {}
  try {
    figures.cases = await runCases(services.postgres('cases'), faults)
    log(`${String(figures.cases)} cases of the contract on PostgreSQL, ${faults.length} faults`)
    Object.assign(figures, await proveBank({ seed, postings, database: services.postgres('bank'), redis: services.redis, config, folder, faults, log }))
  } finally {
    await services.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  for (const fault of faults.slice(0, 20)) log(fault)
  return { ok: faults.length === 0, figures: { ...figures, faults: faults.length } }
}

interface Given {
  seed: number
  postings: number
  database: string
  redis: string
  config: string
  folder: string
  faults: string[]
  log(line: string): void
}

async function proveBank({ seed, postings, database, redis, config, folder, faults, log }: Given): Promise<Record<string, unknown>> {
  const customers = await enrol(database, PEOPLE)
  const dice = random(seed)
  const start = (name: string) => serve(join(folder, name), { DATABASE_URL: database, REDIS_URL: redis, PLACARD_CONFIG: config })
  const processes = await Promise.all(['one', 'two'].map(start))
  try {
    const origins = processes.map(({ origin }) => origin)
    const line: Line = {
      get origin() {
        return dice.pick(origins)
      },
      lost: 0,
      sent: 0,
    }
    const bank = openBank(line, postings)
    const leader = await leaderOf(database, processes)
    const follower = processes.find((one) => one !== leader)
    if (!leader || !follower) throw new Error('Nobody leads.')
    const listeners = await Promise.all([leader, follower].map(({ origin }) => listen(origin, SYMBOL)))
    await sleep(HEARD_MS)
    const clients = customers.map((customer, i) => new BankClient(customer, bank, random(seed * 1009 + i)))
    const living = Promise.all(clients.map((client) => client.live()))
    while (bank.left > postings / 2 && bank.faults.length === 0) await sleep(5)

    const killedAt = performance.now()
    await leader.kill()
    origins.splice(0, origins.length, follower.origin)
    while ((await leaderOf(database, [follower])) !== follower && performance.now() - killedAt < 4 * TAKEOVER_MS) await sleep(20)
    const takeoverMs = Math.round(performance.now() - killedAt)
    if (takeoverMs > TAKEOVER_MS) faults.push(`The lead was taken over after ${takeoverMs} ms`)
    log(`the leader was killed after ${postings - bank.left} of ${postings} postings; the other one led after ${takeoverMs} ms`)
    const third = await start('three')
    processes.push(third)
    origins.push(third.origin)

    await living
    const latest = performance.now() + REVIEWS_END_MS
    while ((await countReviews(database)) > 0 && performance.now() < latest) await sleep(250)
    for (const client of clients) await compare(line, client, bank)
    const [told, heard] = listeners
    if (!told || !heard) throw new Error('Nobody listened.')
    const sameTicks = agree(told, heard, faults)
    const silenceMs = Math.round(Math.max(heard.silence, performance.now() - heard.heard))
    if (sameTicks === 0) faults.push('No tick was heard at both processes')
    if (silenceMs > TAKEOVER_MS) faults.push(`No price was told for ${silenceMs} ms`)
    for (const listener of listeners) {
      faults.push(...listener.faults)
      listener.close()
    }
    await Promise.all(processes.map((one) => one.kill()))
    const books = await inspect(database, bank, true)
    faults.push(...bank.faults)
    const done = bank.submits.filter((submit) => submit.done).length
    if (done < postings / 2) faults.push(`only ${done} of ${postings} postings were made`)
    return { postings, done, ...bank.counts, credited: books.credited, paid: books.paid, givenBack: books.givenBack, requests: line.sent, answersLost: line.lost, takeoverMs, silenceMs, sameTicks }
  } finally {
    await Promise.all(processes.map((one) => one.kill()))
  }
}

/** The process whose connection holds the lock of the lead. */
async function leaderOf<Process extends { pid: number }>(address: string, processes: readonly Process[]): Promise<Process | undefined> {
  const client = new Client({ connectionString: address })
  await client.connect()
  try {
    const { rows } = await client.query<{ name: string }>("SELECT application_name AS name FROM pg_locks JOIN pg_stat_activity USING (pid) WHERE locktype = 'advisory' AND granted")
    return processes.find(({ pid }) => rows.some(({ name }) => name === leaderName(pid)))
  } finally {
    await client.end()
  }
}

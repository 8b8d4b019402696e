import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createClock } from '../../../../src/server/kit/clock.ts'
import { createLedger } from '../../../../src/server/kit/ledger/index.ts'
import { openDatabase } from '../../../../src/server/kit/storage/openDatabase.ts'
import { freePort } from '../../../e2e/kit/net/ports.ts'
import { enrol, type Customer } from '../bank/bank-people.ts'
import { startNginx } from '../net/nginx.ts'
import { serve } from '../net/server-process.ts'
import { openLine } from './transfer.ts'

const WRITERS = 12
const PROCESSES = 2
const UNIT = 100_000_000n

export interface Rolling {
  folder: string
  /** Address of an empty PostgreSQL database: SQLite has one process. */
  database: string
  restarts: number
  random(): number
  faults: string[]
  log(line: string): void
}

/** Restarts one of two processes behind nginx at a time, while every writer sends one transfer after the other. */
export async function restartBehindNginx(given: Rolling): Promise<Record<string, number>> {
  const { folder, database, restarts, random, faults, log } = given
  const people = await enrol(database, WRITERS)
  const processes = Array.from({ length: PROCESSES }, (_, at) => ({
    data: join(folder, `process-${at}`),
    env: { PORT: String(freePort()), DATABASE_URL: database },
  }))
  const servers = await Promise.all(processes.map(({ data, env }) => serve(data, env)))
  mkdirSync(join(folder, 'nginx'))
  const nginx = await startNginx(
    join(folder, 'nginx'),
    processes.map(({ env }) => Number(env.PORT)),
  )
  const statuses: Record<string, number> = {}
  const moved = new Map(people.map((person) => [person, 0n]))
  const state = { ended: false }
  const write = async (person: Customer): Promise<void> => {
    const line = openLine(nginx.port, { tls: true })
    for (let round = 0; !state.ended; round++) {
      const posting = { person, key: `rolling-${person.user}-${round}`, answered: false }
      const forth = moved.get(person) === 0n
      const { status, done } = await line.transfer(posting, forth)
      statuses[status] = (statuses[status] ?? 0) + 1
      if (done) moved.set(person, forth ? UNIT : 0n)
      else faults.push(`${posting.key}: status ${status}`)
    }
    line.close()
  }
  try {
    const writing = people.map(write)
    for (let restart = 0; restart < restarts; restart++) {
      const at = restart % PROCESSES
      const [server, start] = [servers[at], processes[at]]
      if (!server || !start) throw new Error('There is no such process')
      const code = await server.stop()
      if (code !== 0) faults.push(`rolling restart ${restart}: exit code ${String(code)}`)
      await sleep(random() * 500)
      servers[at] = await serve(start.data, start.env)
      await sleep(random() * 1_000)
      log(`rolling restart ${restart + 1} of ${restarts}: answers by status ${JSON.stringify(statuses)}`)
    }
    state.ended = true
    await Promise.all(writing)
  } finally {
    state.ended = true
    await nginx.stop()
    await Promise.all(servers.map((server) => server.stop()))
  }
  await compare(database, moved, faults)
  const sent = Object.values(statuses).reduce((sum, count) => sum + count, 0)
  return { rollingRestarts: restarts, rollingSent: sent, rollingUnanswered: sent - (statuses[200] ?? 0) }
}

/** Compares the accounts with the answers: a lost or repeated transfer leaves another balance. */
async function compare(database: string, moved: ReadonlyMap<Customer, bigint>, faults: string[]): Promise<void> {
  const opened = await openDatabase(database)
  const ledger = createLedger(opened.db, createClock())
  faults.push(...(await ledger.verify()))
  for (const [{ user }, expected] of moved) {
    const { posted } = await ledger.balance(user, 'real', 'contract', 'USDT')
    if (posted !== expected) faults.push(`rolling restarts: ${user} has ${posted} instead of ${expected}`)
  }
  await opened.close()
}

import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, chownSync, closeSync, mkdirSync, mkdtempSync, openSync, rmSync, statSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { isPostgres } from '../../../src/server/kit/storage/address.ts'
import { createClock } from '../../../src/server/kit/clock.ts'
import { createLedger } from '../../../src/server/kit/ledger/index.ts'
import { enrol } from '../kit/bank/bank-people.ts'
import { HANG_MS, onDatabase } from '../kit/chaos/chaos.ts'
import { openLine, TRANSFERRED } from '../kit/chaos/line.ts'
import { serveLogged } from '../kit/clock/server.ts'
import type { ProofOptions, ProofResult } from '../kit/proof.ts'
import { startPostgres } from '../kit/net/services.ts'

export const about =
  'A disk that fills up while people move money, below SQLite and below a PostgreSQL database (if it is installed): reads go on, writes are refused and undone, the log says it once, the probe names it, a start says what to do, and all goes on by itself when there is space'
/** A run fills the disk once; every second one is PostgreSQL's. */
export const runs = { full: 10, middle: 2, short: 1 }

const DISK = '64m'
const DATABASE = 'bank'
const PEOPLE = 4
const BLOCK = Buffer.alloc(64 * 1024)

/** A separate disk needs a mount of the system. */
export function missing(): string | null {
  const folder = mkdtempSync(join(tmpdir(), 'placard-mount-'))
  try {
    if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folder], { stdio: 'ignore' }).status !== 0)
      return 'a file system cannot be mounted'
    execFileSync('umount', [folder])
    return null
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Writes blocks until there is no space. */
function fill(file: string): void {
  const ballast = openSync(file, 'w')
  try {
    for (;;) writeSync(ballast, BLOCK)
  } catch {
    // The disk is full.
  } finally {
    closeSync(ballast)
  }
}

const probe = async (origin: string): Promise<string> => {
  const response = await fetch(`${origin}/readyz`)
  const { checks } = (await response.json()) as { checks: { database: string } }
  return `${response.status} ${checks.database}`
}

/** Waits until the probe says so, and returns the last answer. */
async function probed(origin: string, expected: string): Promise<string> {
  for (const end = performance.now() + HANG_MS; ; await sleep(100)) {
    const said = await probe(origin)
    if (said === expected || performance.now() > end) return said
  }
}

/** Faults of one filling of the disk that the database is on. */
async function fillOnce(
  { disk, data, database }: { disk: string; data: string; database: string },
  figures: Record<string, number>,
): Promise<string[]> {
  const ballast = join(disk, 'ballast')
  const people = await enrol(database, PEOPLE)
  const faults: string[] = []
  const moved = people.map(() => 0)
  let keys = 0
  /** Moves one unit: "done", "refused" with the sentence, or another status and code. */
  const move = async (origin: string, at: number): Promise<string> => {
    const line = openLine(origin)
    const key = `disk-transfer-${++keys}`
    const { status, code } = await line.transfer(people[at]?.token ?? '', key, moved[at] === 0)
    line.close()
    const isRefused = status === 503 && code === 'featureUnavailable'
    const outcome = status === 200 && code === TRANSFERRED ? 'done' : isRefused ? 'refused' : `${status} ${code}`
    if (outcome === 'done') moved[at] = moved[at] === 0 ? 1 : 0
    figures[outcome] = (figures[outcome] ?? 0) + 1
    if (outcome !== 'done' && outcome !== 'refused') faults.push(`a transfer was answered with ${outcome}`)
    return outcome
  }
  const everybody = (origin: string) => Promise.all(people.map((_, at) => move(origin, at)))

  const env: Record<string, string> = isPostgres(database) ? { DATABASE_URL: database } : {}
  const step = join(disk, '..', 'step')
  const server = await serveLogged(data, env, step)
  const { origin } = server
  for (let round = 0; round < 5; round++) await everybody(origin)
  fill(ballast)
  let refused = 0
  // A database has free pages until it needs more of the disk.
  for (let round = 0; refused < 3 * PEOPLE && round < 3_000; round++)
    refused += (await everybody(origin)).filter((outcome) => outcome === 'refused').length
  if (refused === 0) faults.push('no write was refused on a full disk')
  const named = await probe(origin)
  if (named !== '503 full') faults.push(`the probe says ${named}`)
  const token = people[0]?.token ?? ''
  const read = await fetch(`${origin}/api/user/info?lang=en`, { headers: { authorization: token } })
  if (read.status !== 200) faults.push(`a read is answered with ${read.status}`)
  const said = server.lines.filter((line) => /"level":"(error|fatal)"/.test(line))
  figures.logged = Math.max(figures.logged ?? 0, said.length)
  if (!said.some((line) => line.includes('its disk is full'))) faults.push('the log does not name the full disk')
  if (said.some((line) => line.includes('cannot rollback'))) faults.push('the log has the error of a rollback')

  rmSync(ballast)
  if ((await everybody(origin)).some((outcome) => outcome !== 'done'))
    faults.push('a write is refused with space again')
  const after = await probed(origin, '200 ok')
  if (after !== '200 ok') faults.push(`with space again, the probe says ${after}`)
  await server.stop()

  fill(ballast)
  const second = await serveLogged(data, env, step).catch((error: unknown) => String(error))
  if (typeof second !== 'string') await second.stop()
  else if (!second.includes('is full') || !second.includes('Free space'))
    faults.push(`a start on a full disk says: ${second}`)
  rmSync(ballast)

  await onDatabase(database, async (db) => {
    const ledger = createLedger(db, createClock())
    faults.push(...(await ledger.verify()))
    for (const [at, { user }] of people.entries()) {
      const { posted } = await ledger.balance(user, 'real', 'contract', 'USDT')
      if (posted !== BigInt(moved[at] ?? 0) * 100_000_000n)
        faults.push(`an acknowledged transfer is missing: ${posted}`)
    }
  })
  return faults
}

/** A PostgreSQL whose database has the disk as its tablespace; null if it is not installed. */
async function postgresOn(disk: string, home: string): Promise<{ address: string; stop(): Promise<void> } | null> {
  // It answers once it has made a database.
  const started = await startPostgres(home, ['spare'])
  if (started === null) return null
  const tablespace = join(disk, 'tablespace')
  mkdirSync(tablespace)
  const { uid, gid } = statSync(join(home, 'postgres'))
  for (const path of [disk, tablespace]) chownSync(path, uid, gid)
  const client = new Client({ connectionString: started.address('postgres') })
  await client.connect()
  await client.query(`CREATE TABLESPACE small LOCATION '${tablespace}'`)
  await client.query(`CREATE DATABASE ${DATABASE} TABLESPACE small`)
  await client.end()
  return { address: started.address(DATABASE), stop: () => started.postgres.stop('SIGINT') }
}

export async function prove({ runs: count, log }: ProofOptions): Promise<ProofResult> {
  const figures: Record<string, number> = {}
  const faults: string[] = []
  for (let run = 0; run < count; run++) {
    const home = mkdtempSync(join(tmpdir(), 'placard-prove-disk-'))
    const disk = join(home, 'disk')
    mkdirSync(disk)
    chmodSync(home, 0o755)
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK}`, 'tmpfs', disk])
    const postgres = run % 2 === 0 ? null : await postgresOn(disk, home)
    const data = join(postgres ? home : disk, 'data')
    mkdirSync(data)
    const database = postgres?.address ?? join(data, 'placard.db')
    const name = isPostgres(database) ? 'postgres' : 'sqlite'
    try {
      figures[name] = (figures[name] ?? 0) + 1
      faults.push(...(await fillOnce({ disk, data, database }, figures)).map((fault) => `${name}: ${fault}`))
    } finally {
      await postgres?.stop()
      // A server that has not ended keeps files open.
      execFileSync('umount', ['--lazy', disk])
      rmSync(home, { recursive: true, force: true })
    }
  }
  for (const fault of faults.slice(0, 20)) log(fault)
  return { ok: faults.length === 0, figures: { ...figures, faults: faults.length } }
}

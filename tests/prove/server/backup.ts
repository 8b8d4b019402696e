import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { DEMO } from '../../../src/server/modules/identity/seed.ts'
import { verifyBooks } from '../../../src/server/kit/ledger/verify.ts'
import { png } from '../../support/server/png.ts'
import { runCommand } from '../kit/backup/command.ts'
import { publishTexts, type Published } from '../kit/backup/revision.ts'
import { ask, upload } from '../kit/bank/bank-connection.ts'
import { onDatabase, until } from '../kit/chaos/chaos.ts'
import { deploySingle, onSite, systemOf, type System } from '../kit/chaos/deployment.ts'
import { Transfers } from '../kit/chaos/transfers.ts'
import type { ProofOptions, ProofResult } from '../kit/proof.ts'
import { createRandom } from '../kit/random.ts'
import { serve } from '../kit/net/server-process.ts'

export const about =
  'A backup that is made while twelve people move money, the server killed after it, and a restore elsewhere on both databases: every transfer acknowledged before the backup, a sound ledger, a login, a published revision and a picture are there; a killed backup or restore leaves nothing that could be used, and living data or another key is refused'
/** A run is one drill on each database. */
export const runs = { full: 6, middle: 2, short: 1 }

const PEOPLE = 12
/** Below the time that a command needs, so that most are killed at work. */
const KILL_MS = 1_500
const OTHER_KEY = Buffer.alloc(32, 'another').toString('base64')

interface Figures {
  drills: number
  acknowledged: number
  /** Acknowledged before the backup and not restored. */
  lost: number
  slowestBackupMs: number
  slowestRestoreMs: number
  refused: number
  killed: number
}

interface Drill {
  folder: string
  from: System
  to: System
  random(): number
  figures: Figures
  fault(text: string): void
}

const backupsIn = (folder: string): string[] =>
  existsSync(folder) ? readdirSync(folder).filter((name) => /^placard-\d+-\d+$/.test(name)) : []

async function drill({ folder, from, to, random, figures, fault }: Drill): Promise<void> {
  const workload = new Transfers({ people: PEOPLE, name: 'backup', unanswered: 'ask' })
  await workload.enrol(from.database)
  const published = await publishTexts(from.database, `mark ${random()}`)
  const deployment = await deploySingle(from)
  const [first] = workload.people
  const picture = first && (await upload(deployment.direct, png(7), first))
  if (picture?.type !== 'ok') fault('no picture was stored')
  const working = workload.live(deployment.connections)
  await until(() => workload.work() >= 2 * PEOPLE)

  const backups = join(folder, 'backups')
  const settings = { PLACARD_DATA: from.data, ...from.env }
  const killed = await runCommand('backup', ['--to', backups], settings, random() * KILL_MS)
  if (killed.status === null) figures.killed += 1
  const partial = backupsIn(backups)
  if (killed.status === null && partial.some((name) => !existsSync(join(backups, name, 'manifest.json'))))
    fault('a killed backup looks complete')
  // The name of a backup has its second.
  await sleep(1_100)
  const before = [...workload.acknowledged]
  const made = await runCommand('backup', ['--to', backups], settings)
  figures.slowestBackupMs = Math.max(figures.slowestBackupMs, made.ms)
  if (made.status !== 0) fault(`the backup ended with ${made.status}: ${made.output}`)
  await sleep(random() * 500)
  await Promise.all(deployment.processes.map((server) => server.kill()))
  workload.end()
  await working
  for (const problem of workload.faults) fault(problem)

  const backup = join(backups, backupsIn(backups).toSorted().at(-1) ?? '')
  const refuse = async (what: string, env: Record<string, string>, words: string): Promise<void> => {
    const { status, output } = await runCommand('restore', [backup], env)
    if (status === 1 && output.includes(words)) figures.refused += 1
    else fault(`${what} is not refused: ${status} ${output}`)
  }
  const target = { PLACARD_DATA: to.data, ...to.env }
  await refuse('living data', settings, 'overwrites nothing')
  await refuse('another key', { ...target, PLACARD_DATA_KEY: OTHER_KEY }, 'is encrypted with the data key')
  if (to.env.DATABASE_URL === undefined) {
    const interrupted = await runCommand('restore', [backup], target, random() * KILL_MS)
    if (interrupted.status === null) figures.killed += 1
    // Only a verified database has the name.
    if (interrupted.status === null && existsSync(to.database)) fault('a killed restore left a database')
  }
  if (!existsSync(to.database)) {
    const restored = await runCommand('restore', [backup], target)
    figures.slowestRestoreMs = Math.max(figures.slowestRestoreMs, restored.ms)
    if (restored.status !== 0) fault(`the restore ended with ${restored.status}: ${restored.output}`)
  }
  await examine(to, before, published, figures, fault)
  figures.acknowledged += before.length
}

/** Compares a server on the restored data with the time before the backup. */
async function examine(
  { data, env, database }: System,
  before: Transfers['acknowledged'],
  { revision, file, text }: Published,
  figures: Figures,
  fault: (text: string) => void,
): Promise<void> {
  const server = await serve(data, env)
  const { origin } = server
  try {
    const ready = await fetch(`${origin}/readyz`)
    if (ready.status !== 200) fault(`the restored server is not ready: ${await ready.text()}`)
    const connection = { origin, lost: 0, sent: 0 }
    for (const { person, key } of before) {
      const outcome = await ask(connection, 'wallet/outcome', { key }, { token: person.token })
      if (outcome?.data?.done !== true) figures.lost += 1
    }
    const slide = (await (await fetch(`${origin}/api/captcha/slide`)).json()) as { data: { challenge: string } }
    const login = await fetch(`${origin}/api/user/login`, {
      method: 'POST',
      body: new URLSearchParams({
        type: 'account',
        account: DEMO.account,
        password: DEMO.password,
        slide: slide.data.challenge,
        lang: 'en',
      }),
    })
    if (((await login.json()) as { type: string }).type !== 'ok') fault('a login is refused')
    const live = (await (await fetch(`${origin}/h5/catalogue/live.json`)).json()) as { revision: string }
    if (live.revision !== revision) fault(`live is ${live.revision} instead of ${revision}`)
    if ((await (await fetch(`${origin}/h5/catalogue/${file}.json`)).text()) !== text) fault('a published file differs')
  } finally {
    await server.stop()
  }
  await onDatabase(database, async (db) => {
    for (const problem of await verifyBooks(db)) fault(problem)
    if ((await db.selectFrom('uploads').select('id').execute()).length !== 1) fault('the picture is missing')
  })
}

export function prove({ seed, runs: drills, log }: ProofOptions): Promise<ProofResult> {
  const random = createRandom(seed)
  const figures: Figures = {
    drills: 0,
    acknowledged: 0,
    lost: 0,
    slowestBackupMs: 0,
    slowestRestoreMs: 0,
    refused: 0,
    killed: 0,
  }
  const faults: string[] = []
  const databases = Array.from({ length: drills }, (_, run) => [`live${run}`, `restored${run}`]).flat()
  return onSite({ databases }, async (site) => {
    if (site.services === null) log('without PostgreSQL: not installed')
    for (let run = 0; run < drills; run++) {
      for (const kind of ['SQLite', ...(site.services ? (['PostgreSQL'] as const) : [])] as const) {
        const fault = (text: string): void => void faults.push(`${kind}, drill ${run}: ${text}`)
        const [from, to] = [systemOf(site, `live${run}`, kind), systemOf(site, `restored${run}`, kind)]
        await drill({ folder: join(site.folder, `backups-${kind}-${run}`), from, to, random, figures, fault })
        figures.drills += 1
        log(`${kind}, drill ${run + 1} of ${drills}: ${JSON.stringify(figures)}, ${faults.length} faults`)
      }
    }
    for (const text of faults.slice(0, 20)) log(text)
    return {
      ok: faults.length === 0 && figures.lost === 0 && figures.acknowledged > 0 && figures.drills > 0,
      figures: { ...figures, faults: faults.length },
    }
  })
}

import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { createClock } from '../../../src/server/clock.ts'
import { openDatabase } from '../../../src/server/storage/openDatabase.ts'
import { createLedger, type AccountRef } from '../../../src/server/ledger/index.ts'
import type { Said, Step } from '../kit/ledger-work.ts'
import type { ProofOptions, ProofResult } from '../kit/proof.ts'
import { createRandom } from '../kit/random.ts'

export const about =
  'postings and holds in parallel, killed with -9 in their midst: all that was answered is there, once and completely, and the books add up'
/** Kills. */
export const runs = { full: 30, short: 2 }

const PROGRAM = join(dirname(fileURLToPath(import.meta.url)), '../kit', 'ledger-work.ts')

/** Kills a program that uses the ledger `runs` times, and compares its answers with the database after each kill. */
export async function prove(options: ProofOptions): Promise<ProofResult> {
  const { seed, runs: kills } = options
  const folder = mkdtempSync(join(tmpdir(), 'placard-prove-ledger-'))
  const file = join(folder, 'ledger.db')
  const random = createRandom(seed)
  const faults: string[] = []
  const figures = { kills: 0, answered: 0, refused: 0, cutShort: 0, cutShortButKept: 0, postings: 0, holds: 0 }
  const answered: Said[] = []
  let open: Step[] = []
  try {
    for (let round = 0; round < kills; round++) {
      const said = await workAndKill([file, String(seed + round), String(round)], open, 100 + random.int(900))
      figures.kills += 1
      answered.push(...said.filter(({ at }) => at === 'done'))
      figures.refused += said.filter(({ at }) => at === 'refused').length
      open = unanswered(said, open)
      figures.cutShort += open.length
      const seen = await inspect(file, answered, open)
      figures.cutShortButKept += seen.kept
      figures.postings = seen.postings
      figures.holds = seen.holds
      for (const fault of seen.faults) faults.push(`after kill ${round + 1}: ${fault}`)
      if (said.every(({ at }) => at !== 'done')) faults.push(`round ${round} did nothing`)
    }
    figures.answered = answered.length
    for (const fault of faults.slice(0, 20)) options.log(fault)
    return { ok: faults.length === 0, figures: { ...figures, faults: faults.length } }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Lets the program work for `ms` milliseconds after its first answer, and kills it. */
async function workAndKill(args: string[], again: readonly Step[], ms: number): Promise<Said[]> {
  const child = spawn(process.execPath, ['--import', 'tsx', PROGRAM, ...args], { stdio: ['pipe', 'pipe', 'inherit'] })
  child.stdin.end(again.map((step) => `${JSON.stringify(step)}\n`).join(''))
  const ended = new Promise<NodeJS.Signals | null>((resolve) => child.on('close', (_code, signal) => resolve(signal)))
  const said: Said[] = []
  let timer: NodeJS.Timeout | undefined
  for await (const line of createInterface({ input: child.stdout })) {
    // The last line may have been cut by the kill.
    if (!line.endsWith('}')) continue
    const one = JSON.parse(line) as Said
    said.push(one)
    if (one.at === 'done') timer ??= setTimeout(() => child.kill('SIGKILL'), ms)
  }
  const signal = await ended
  if (signal !== 'SIGKILL') throw new Error('The ledger’s program ended by itself')
  return said
}

const nameOf = (step: Step) => ('key' in step ? `${step.do} ${step.key}` : `${step.do} ${step.id}`)

/** Steps without an answer: the next program begins with those that have a key, like a client with retries. */
function unanswered(said: readonly Said[], before: readonly Step[]): Step[] {
  const steps = new Map<string, Step>(before.map((step) => [nameOf(step), step]))
  for (const { at, step } of said) {
    if (at === 'begun') steps.set(nameOf(step), step)
    else steps.delete(nameOf(step))
  }
  return [...steps.values()].filter((step) => 'key' in step)
}

const accountName = (place: AccountRef, mode: string, currency: string) =>
  typeof place === 'string' ? `${mode}:system:${place}:${currency}` : `${mode}:${place.owner}:${place.kind}:${currency}`

async function inspect(file: string, answered: readonly Said[], open: readonly Step[]) {
  const opened = await openDatabase(file)
  const { db } = opened
  const faults = await createLedger(db, createClock()).verify()
  const check = await sql<{ integrity_check: string }>`PRAGMA integrity_check`.execute(db)
  if (check.rows.some(({ integrity_check }) => integrity_check !== 'ok')) faults.push('the database is damaged')

  const postings = new Map<string, string[]>()
  for (const { key, id } of await db.selectFrom('ledger_posting').select(['key', 'id']).execute())
    postings.set(key ?? id, [])
  const transfers = await db
    .selectFrom('ledger_transfer as t')
    .innerJoin('ledger_posting as p', 'p.id', 't.posting')
    .select(['p.key', 'p.id', 't.payer', 't.payee', 't.amount'])
    .orderBy('t.posting')
    .orderBy('t.line')
    .execute()
  for (const { key, id, payer, payee, amount } of transfers)
    postings.get(key ?? id)?.push(`${payer} ${payee} ${amount}`)
  const holds = await db.selectFrom('ledger_hold').select(['id', 'key', 'state', 'amount']).execute()
  const states = new Map(holds.map(({ id, state }) => [id, state]))
  await opened.close()

  for (const { step, id = '' } of answered) {
    if (step.do === 'post') {
      const expected = step.entries.map(
        ({ from, to, currency, amount }) =>
          `${accountName(from, step.mode, currency)} ${accountName(to, step.mode, currency)} ${amount}`,
      )
      if (postings.get(step.key)?.join() !== expected.join())
        faults.push(`posting ${step.key} was answered and is not there as asked`)
    } else if (step.do === 'hold') {
      if (!states.has(id)) faults.push(`hold ${step.key} was answered and is not there`)
    } else if (step.do === 'void') {
      if (states.get(step.id) !== 'voided') faults.push(`hold ${step.id} was voided and is ${states.get(step.id)}`)
    } else {
      if (states.get(step.id) !== 'posted') faults.push(`hold ${step.id} was posted and is ${states.get(step.id)}`)
      if (postings.get(`hold:${step.id}`)?.length !== step.amounts.length)
        faults.push(`the posting of hold ${step.id} is not there as asked`)
    }
  }
  const kept = open.filter(
    (step) => 'key' in step && (postings.has(step.key) || holds.some(({ key }) => key === step.key)),
  ).length
  return { faults, kept, postings: postings.size, holds: holds.length }
}

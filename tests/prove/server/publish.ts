import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { inspect } from 'node:util'
import { loadProject } from '../../../codegen/cli/load.ts'
import { canonicalJson, sha256 } from '../../../src/engine/language/values/sha256.ts'
import type { Manifest } from '../../../src/engine/language/expressions/program.ts'
import { openConnection } from '../../../src/server/kit/storage/sqlite/sqliteDriver.ts'
import type { ProofOptions, ProofResult } from '../kit/proof.ts'
import { createRandom, type Random } from '../kit/random.ts'
import { serve, type ServerProcess } from '../kit/net/server-process.ts'

export const about =
  'The server, killed with -9 while revisions are published and rolled back: what clients read is the old one or the new one, completely'
/** A run is one kill. */
export const runs = { full: 30, short: 1 }

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
const KEY = 'operator-key-of-the-proof-000000000000'
/** By length: clients that read without a pause take the processor from the change. */
const POLLING_CLIENTS = { full: 3, middle: 3, short: 1 }
const MARK = /mark (\d+)/g

type Json = Record<string, unknown>

/** The project with a number in a screen and in the texts of two languages: different numbers show a mix of revisions. */
function marked(base: ReadonlyMap<string, string>, number: number): Record<string, string> {
  const files = Object.fromEntries(base)
  const edit = (path: string, change: (json: Json) => void): void => {
    const json = JSON.parse(files[path] ?? '') as Json
    change(json)
    files[path] = JSON.stringify(json)
  }
  for (const lang of ['en', 'de'])
    edit(`locales/${lang}.json`, (texts) => void (texts['about.restrictedText'] = `mark ${number} ${lang}`))
  edit('screens/user/about.json', ({ body }) => {
    Object.assign((body as Json[])[0] ?? {}, { visible: `=config.shortName != "mark ${number}"` })
  })
  return files
}

const start = (data: string): Promise<ServerProcess> => serve(data, { PLACARD_OPERATOR_KEY: KEY, TICK_RATE: '0' })

/** Sends a request; null when the server was down before it answered. */
async function ask(
  origin: string,
  path: string,
  body?: object,
  { key = KEY, ip = '10.0.0.1' } = {},
): Promise<{ status: number; body: Json } | null> {
  try {
    const response = await fetch(`${origin}/operator/catalogue${path}`, {
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json', 'X-Forwarded-For': ip },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    })
    return { status: response.status, body: (await response.json()) as Json }
  } catch {
    return null
  }
}

/** The prover's record of the revisions. */
interface RevisionLog {
  /** Revision to its number. */
  numbers: Map<string, number>
  /** The revision that is certainly live, and a requested one that may be. */
  acknowledged: string
  asked: string | null
  /** The expected log entries. */
  done: { action: 'publish' | 'rollback'; revision: string }[]
  reads: number
  wrong: string[]
}

/**
 * Reads the live revision as a client does and checks its hashes. Returns its number; null when the server is down or nothing is live,
 * which is reported as `why`.
 */
async function read(
  origin: string,
  revisions: RevisionLog,
  why: (error: unknown) => void = () => undefined,
): Promise<{ revision: string; number: number } | null> {
  const get = async (name: string, kind = 'json') => {
    const response = await fetch(`${origin}/h5/catalogue/${name}.${kind}`)
    if (!response.ok) throw new Error(`${name}: HTTP ${response.status}`)
    return response.text()
  }
  let manifest: Manifest
  let texts: string[]
  try {
    manifest = JSON.parse(await get('manifest')) as Manifest
    const names = [
      manifest.revision,
      ...Object.values(manifest.routes).map(({ hash }) => hash),
      ...Object.values(manifest.locales),
    ]
    texts = await Promise.all(
      names.map(async (hash) => {
        const text = await get(hash)
        if (sha256(text).slice(0, hash.length) !== hash)
          revisions.wrong.push(`the file ${hash} is not what its name says`)
        return text
      }),
    )
    for (const hash of new Set(Object.values(manifest.routes).flatMap(({ validators = [] }) => validators))) {
      if (sha256(await get(hash, 'js')) !== hash) revisions.wrong.push(`the module ${hash} is not what its name says`)
    }
  } catch (error) {
    // A missing file is a mix; an unreachable server is not.
    if (error instanceof Error && /HTTP/.test(error.message)) revisions.wrong.push(error.message)
    why(error)
    return null
  }
  if (sha256(canonicalJson({ ...manifest, revision: undefined })).slice(0, 32) !== manifest.revision)
    revisions.wrong.push(`the manifest ${manifest.revision} is not what its revision says`)
  const numbers = new Set(texts.flatMap((text) => [...text.matchAll(MARK)].map(([, number]) => Number(number))))
  if (numbers.size !== 1) revisions.wrong.push(`${manifest.revision} shows ${[...numbers].join(' and ')}`)
  revisions.reads += 1
  return { revision: manifest.revision, number: [...numbers][0] ?? -1 }
}

/** One client: reads until the server is down, and reports each of its reads. Each revision it reads must be live or about to be. */
async function follow(
  origin: string,
  revisions: RevisionLog,
  { gone, onRead }: { gone: () => boolean; onRead: () => void },
): Promise<void> {
  while (!gone()) {
    const before = revisions.acknowledged
    const seen = await read(origin, revisions)
    if (!seen) continue
    onRead()
    const known = revisions.numbers.get(seen.revision)
    if (known !== undefined && known !== seen.number)
      revisions.wrong.push(`${seen.revision} shows ${seen.number} instead of ${known}`)
    const meanwhile = revisions.done.slice(-3).map(({ revision }) => revision)
    if (![before, revisions.acknowledged, revisions.asked, ...meanwhile].includes(seen.revision) && known !== undefined)
      revisions.wrong.push(`${known} was seen, which was not live`)
    if (seen.number >= STOLEN) revisions.wrong.push('what was sent without the key is live')
  }
}

const STOLEN = 1_000_000
const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Publishes or rolls back until it is answered or the server is down. */
async function change(
  origin: string,
  revisions: RevisionLog,
  base: ReadonlyMap<string, string>,
  next: Random,
  number: number,
): Promise<boolean> {
  const others = [...revisions.numbers.keys()].filter((revision) => revision !== revisions.acknowledged)
  const back = others.length > 0 && next() < 0.4
  const target = back ? next.pick(others) : null
  revisions.asked = target
  const answer = await ask(origin, back ? '/rollback' : '/publish', {
    author: 'prover',
    note: `run ${number}`,
    ...(back ? { revision: target } : { files: marked(base, number) }),
  })
  if (!answer) return false
  if (answer.status !== 200) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`)
  const revision = String(answer.body.revision)
  revisions.done.push({ action: back ? 'rollback' : 'publish', revision })
  if (!back) revisions.numbers.set(revision, number)
  revisions.acknowledged = revision
  revisions.asked = null
  return true
}

/** Grows with each file and each change of the catalogue that is stored, whole or not. */
const STORED =
  "SELECT (SELECT count(*) FROM catalogue_files) + (SELECT count(*) FROM catalogue_log WHERE action <> 'refused') AS count"

/**
 * Waits for the moment of the kill: any moment of a change, or its first write to the database, which has other writers too. A short run has
 * one kill, which is at the write.
 */
async function moment(data: string, next: Random, typical: number, isShort: boolean): Promise<void> {
  if (!isShort && next() < 0.5) return void (await sleep(next() * 1.2 * typical))
  const database = openConnection(join(data, 'placard.db'), { readOnly: true, readBigInts: false })
  try {
    const statement = database.prepare(STORED)
    const stored = (): number => (statement.get() as { count: number }).count
    const before = stored()
    for (const until = performance.now() + 2.4 * typical; stored() === before && performance.now() < until;)
      await sleep(1)
  } finally {
    database.close()
  }
  await sleep(next() * 4)
}

/**
 * Kills the server `runs` times while it publishes, and checks the live revision and the log after each restart. Stops at the first
 * fault.
 */
export async function prove({ seed, runs, length, log }: ProofOptions): Promise<ProofResult> {
  const next = createRandom(seed)
  const data = mkdtempSync(join(tmpdir(), 'placard-publish-'))
  const base = loadProject(ROOT)
  const revisions: RevisionLog = { numbers: new Map(), acknowledged: '', asked: null, done: [], reads: 0, wrong: [] }
  let kept = 0
  let number = 0
  let server = await start(data)
  try {
    const first = performance.now()
    await change(server.origin, revisions, base, next, (number += 1))
    let typical = performance.now() - first
    for (let run = 0; run < runs && revisions.wrong.length === 0; run += 1) {
      const { origin } = server
      let gone = false
      let startedReading = (): void => undefined
      // However slow the machine is, clients have read before the change begins.
      const isReading = new Promise<void>((resolve) => (startedReading = resolve))
      const clients = Array.from({ length: POLLING_CLIENTS[length] }, () =>
        follow(origin, revisions, { gone: () => gone, onRead: startedReading }),
      )
      await isReading
      const thief = ask(
        origin,
        '/publish',
        { author: 'thief', files: marked(base, STOLEN + run) },
        { key: 'not-the-key-but-as-long-as-a-key-00000000', ip: '10.0.0.2' },
      )
      // So many changes end before the kill, however slow the machine is; none in a short run, where each costs as much as many a proof.
      const complete = length === 'short' ? 0 : next.int(3)
      let armed = (): void => undefined
      const isArmed = new Promise<void>((resolve) => (armed = resolve))
      const publishing = (async () => {
        for (let answered = true, ended = 0; answered; ended += 1) {
          if (ended === complete) armed()
          const began = performance.now()
          answered = await change(origin, revisions, base, next, (number += 1))
          if (answered) typical = performance.now() - began
        }
      })()
      await Promise.race([isArmed, publishing])
      await moment(data, next, typical, length === 'short')
      await server.kill()
      gone = true
      const unanswered = await publishing.then(() => number)
      await Promise.all([...clients, thief])

      server = await start(data)
      let why: unknown
      const seen = await read(server.origin, revisions, (error) => (why = error))
      const allowed =
        seen &&
        (seen.revision === revisions.acknowledged ||
          seen.revision === revisions.asked ||
          (revisions.asked === null && seen.number === unanswered))
      if (!allowed)
        revisions.wrong.push(
          `after the kill ${seen ? seen.number : `nothing (${inspect(why)})`} is live, neither the last acknowledged nor the one under way`,
        )
      else if (seen.revision !== revisions.acknowledged) {
        kept += 1
        revisions.done.push({ action: revisions.asked === null ? 'publish' : 'rollback', revision: seen.revision })
        revisions.numbers.set(seen.revision, seen.number)
        revisions.acknowledged = seen.revision
      }
      revisions.asked = null
      const rows = ((await ask(server.origin, '/log'))?.body.rows ?? []) as {
        action: string
        revision: string | null
        author: string
      }[]
      const history = rows
        .filter(({ action }) => action !== 'refused')
        .toReversed()
        .map(({ action, revision }) => `${action} ${revision}`)
      if (history.join('\n') !== revisions.done.map(({ action, revision }) => `${action} ${revision}`).join('\n'))
        revisions.wrong.push(`the log has ${history.length} changes instead of ${revisions.done.length}`)
      log(
        `kill ${run + 1} of ${runs}: ${revisions.done.length} changes, ${kept} of them unanswered and kept, ${revisions.reads} reads, ${revisions.wrong.length} wrong`,
      )
    }
  } finally {
    await server.kill()
    rmSync(data, { recursive: true, force: true })
  }
  for (const line of revisions.wrong.slice(0, 10)) log(line)
  return {
    ok: revisions.wrong.length === 0 && revisions.reads > runs && revisions.done.length > runs / 2,
    figures: {
      kills: runs,
      changes: revisions.done.length,
      unansweredKept: kept,
      reads: revisions.reads,
      wrong: revisions.wrong.length,
    },
  }
}

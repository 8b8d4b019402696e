import { hostname } from 'node:os'
import { resolve } from 'node:path'
import type { Kysely, Selectable } from 'kysely'
import type { Clock } from '../clock.ts'
import type { FormDef, Screen } from '../../../engine/language/expressions/program.ts'
import { forms as shipped } from '../../../generated/forms.ts'
import type { Tables } from '../../db.ts'
import {
  bodyOf,
  manifestOf,
  moduleHashesIn,
  fileHashesIn,
  formsAndCallsOf,
  verify,
  type RevisionContent,
  type FormsAndCalls,
} from './revision.ts'
import type { Action, CatalogueTables } from './tables.ts'
import type { Logger } from '../observability/log.ts'
import { factOf, storeFact } from '../storage/facts.ts'
import { inTransaction } from '../storage/transaction.ts'

/** The live revision, as clients poll it every few seconds. */
export interface Pointer {
  /** Grows with each change of revision. */
  seq: number
  revision: string
  /** Log sequence number of the latest urgent change; 0 if there was none. */
  urgent: number
  /** Latest first: fallbacks for a client that cannot render the live revision. Rolled-back revisions are excluded. */
  recent: string[]
}

export interface ChangeInput {
  action: Exclude<Action, 'refused'>
  author: string
  note: string
  urgent: boolean
  address: string
  detail?: string
}

export type LogRow = Selectable<CatalogueTables['catalogue_log']>

/** Optimistic-lock conflict: another revision than the expected one is live. The message is that revision. */
export class ConflictError extends Error {}

export interface CatalogueStore {
  /** The live revision; null before the first. Cached for half a second. */
  live(): Promise<Pointer | null>
  file(hash: string): Promise<string | null>
  /** The text of a module with the validators of a form. */
  module(hash: string): Promise<string | null>
  content(revision: string): Promise<RevisionContent | null>
  /** The forms and calls of a revision. */
  parts(revision: string): Promise<FormsAndCalls>
  /** The forms of the live revision, by which calls are validated. A form that no screen shows is the one the server was built with. */
  forms(): Promise<Readonly<Record<string, FormDef>>>
  /** Makes a revision live, in one transaction. Returns its log sequence number. Throws ConflictError if another than `expected` is live. */
  putLive(content: RevisionContent, entry: ChangeInput, expected?: string | null): Promise<number>
  logRefusal(row: { author: string; note: string; detail: string; address: string }): Promise<void>
  revisions(): Promise<Selectable<CatalogueTables['catalogue_revisions']>[]>
  log(limit: number): Promise<LogRow[]>
}

const POLL_MS = 500
const RECENT = 8
/** Log rows read for the recent revisions. */
const MAX_CHANGES_READ = 200
/** Rows per INSERT: SQLite limits the parameters of a statement. */
const INSERT_BATCH = 100

/** Creates the catalogue store of a database; the clock dates its log. */
export function createStore(db: Kysely<Tables>, clock: Clock): CatalogueStore {
  let polled = { at: -Infinity, pointer: Promise.resolve<Pointer | null>(null) }
  let lastPointer: Pointer | null = null
  const partsCache = new Map<string, Promise<FormsAndCalls>>()

  async function readPointer(): Promise<Pointer | null> {
    const rows = await db
      .selectFrom('catalogue_log')
      .select(['seq', 'action', 'revision', 'urgent'])
      .where('action', '<>', 'refused')
      .orderBy('seq', 'desc')
      .limit(1)
      .execute()
    const [last] = rows
    if (!last?.revision) return null
    if (lastPointer?.seq !== Number(last.seq)) lastPointer = await pointerAt(Number(last.seq), last.revision)
    return lastPointer
  }

  async function pointerAt(seq: number, revision: string): Promise<Pointer> {
    const changes = await db
      .selectFrom('catalogue_log')
      .select(['action', 'revision'])
      .where('action', '<>', 'refused')
      .where('seq', '<=', BigInt(seq))
      .orderBy('seq', 'desc')
      .limit(MAX_CHANGES_READ)
      .execute()
    const urgent = await db
      .selectFrom('catalogue_log')
      .select('seq')
      .where('urgent', '=', 1n)
      .where('action', '<>', 'refused')
      .where('seq', '<=', BigInt(seq))
      .orderBy('seq', 'desc')
      .limit(1)
      .executeTakeFirst()
    return { seq, revision, urgent: Number(urgent?.seq ?? 0), recent: recentOf(changes.toReversed()) }
  }

  function live(): Promise<Pointer | null> {
    const now = performance.now()
    if (now - polled.at > POLL_MS) {
      const pointer = readPointer()
      polled = { at: now, pointer }
      pointer.catch(() => (polled.at = -Infinity))
    }
    return polled.pointer
  }

  async function file(hash: string): Promise<string | null> {
    const row = await db.selectFrom('catalogue_files').select('text').where('hash', '=', hash).executeTakeFirst()
    return row?.text ?? null
  }

  async function moduleText(hash: string): Promise<string | null> {
    const row = await db.selectFrom('catalogue_modules').select('text').where('hash', '=', hash).executeTakeFirst()
    return row?.text ?? null
  }

  async function content(revision: string): Promise<RevisionContent | null> {
    const entered = await db
      .selectFrom('catalogue_revisions')
      .select('revision')
      .where('revision', '=', revision)
      .executeTakeFirst()
    const body = entered && (await file(revision))
    if (!body) return null
    const manifest = manifestOf(revision, body)
    const [files, modules] = await Promise.all([
      textsOf('catalogue_files', fileHashesIn(manifest)),
      textsOf('catalogue_modules', moduleHashesIn(manifest)),
    ])
    return { manifest, files, modules }
  }

  async function textsOf(
    table: 'catalogue_files' | 'catalogue_modules',
    names: readonly string[],
  ): Promise<Map<string, string>> {
    const rows = names.length > 0 ? await db.selectFrom(table).selectAll().where('hash', 'in', names).execute() : []
    return new Map(rows.map(({ hash, text }) => [hash, text]))
  }

  async function loadParts(revision: string): Promise<FormsAndCalls> {
    const stored = await content(revision)
    if (!stored) throw new Error(`There is no revision ${revision}.`)
    const { manifest, files } = stored
    return formsAndCallsOf(
      manifest,
      Object.values(manifest.routes).map(({ hash }) => JSON.parse(files.get(hash) ?? 'null') as Screen),
    )
  }

  function parts(revision: string): Promise<FormsAndCalls> {
    let loading = partsCache.get(revision)
    if (!loading) {
      loading = loadParts(revision).then(({ forms, calls }) => ({ forms: { ...shipped, ...forms }, calls }))
      loading.catch(() => partsCache.delete(revision))
      if (partsCache.size > 2 * RECENT) partsCache.clear()
      partsCache.set(revision, loading)
    }
    return loading
  }

  return {
    live,
    file,
    module: moduleText,
    content,
    parts,
    async forms() {
      const pointer = await live()
      return pointer ? (await parts(pointer.revision)).forms : shipped
    },
    async putLive(given, { action, author, note, urgent, address, detail = '' }, expected) {
      verify(given)
      const { manifest, files, modules } = given
      const { revision } = manifest
      const now = clock.now()
      const seq = await inTransaction(db, ['catalogue'], async (trx) => {
        const last = await trx
          .selectFrom('catalogue_log')
          .select('revision')
          .where('action', '<>', 'refused')
          .orderBy('seq', 'desc')
          .limit(1)
          .executeTakeFirst()
        if (expected !== undefined && (last?.revision ?? null) !== expected)
          throw new ConflictError(last?.revision ?? '')
        await insert(trx, 'catalogue_files', [
          ...fileHashesIn(manifest).map((hash) => ({ hash, text: files.get(hash) ?? '' })),
          { hash: revision, text: bodyOf(manifest) },
        ])
        await insert(
          trx,
          'catalogue_modules',
          moduleHashesIn(manifest).map((hash) => ({ hash, text: modules.get(hash) ?? '' })),
        )
        await trx
          .insertInto('catalogue_revisions')
          .values({ revision, author, note, created: now })
          .onConflict((on) => on.column('revision').doNothing())
          .execute()
        const row = await trx
          .insertInto('catalogue_log')
          .values({ action, revision, urgent: urgent ? 1 : 0, author, note, detail, address, created: now })
          .returning('seq')
          .executeTakeFirstOrThrow()
        return Number(row.seq)
      })
      polled.at = -Infinity
      return seq
    },
    async logRefusal(row) {
      await db
        .insertInto('catalogue_log')
        .values({ action: 'refused', revision: null, urgent: 0, ...row, created: clock.now() })
        .execute()
    },
    revisions: () =>
      db.selectFrom('catalogue_revisions').selectAll().orderBy('created', 'desc').orderBy('revision').execute(),
    log: (limit) => db.selectFrom('catalogue_log').selectAll().orderBy('seq', 'desc').limit(limit).execute(),
  }
}

async function insert(
  trx: Kysely<Tables>,
  table: 'catalogue_files' | 'catalogue_modules',
  rows: readonly { hash: string; text: string }[],
): Promise<void> {
  for (let from = 0; from < rows.length; from += INSERT_BATCH) {
    await trx
      .insertInto(table)
      .values(rows.slice(from, from + INSERT_BATCH))
      .onConflict((on) => on.column('hash').doNothing())
      .execute()
  }
}

/** Revisions before the live one, from the changes in order: a rollback removes the revisions after its target. */
export function recentOf(changes: readonly { action: Action; revision: string | null }[]): string[] {
  const stack: string[] = []
  for (const { action, revision } of changes) {
    if (revision === null) continue
    const before = stack.lastIndexOf(revision)
    if (action === 'rollback' && before >= 0) stack.length = before
    else if (before >= 0) stack.splice(before, 1)
    stack.push(revision)
  }
  return stack.toReversed().slice(0, RECENT)
}

/** The revision of the latest build that was installed on any server of the database; undefined without one. */
async function lastBuilt(db: Kysely<Tables>): Promise<string | null | undefined> {
  const row = await db
    .selectFrom('catalogue_log')
    .select('revision')
    .where('action', '=', 'build')
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.revision
}

/** Name of the fact with the build of an installation: a folder of a host, which has the same name after a restart and after an update. */
const installationOf = (dist: string): string => `build:${hostname()}:${resolve(dist)}`

/** The revision of the build that this installation was started with; undefined before its first start. */
const startedBuild = (db: Kysely<Tables>, dist: string): Promise<string | undefined> => factOf(db, installationOf(dist))

/** The revision of the build whose source files this server has; that of the latest build where its own is not known. */
export const installedBuild = async (
  db: Kysely<Tables>,
  dist: string | undefined,
): Promise<string | null | undefined> =>
  (dist === undefined ? undefined : await startedBuild(db, dist)) ?? (await lastBuilt(db))

/**
 * Makes the built catalogue live, unless it is the latest build of the log: later publications stay live. A restart of an installation with the
 * same build changes nothing, so that a server with an earlier build on the same database does not replace a later one.
 */
export async function seedBuiltCatalogue(
  { db, log, catalogue }: { db: Kysely<Tables>; log: Logger; catalogue: CatalogueStore },
  dist: string,
  built: RevisionContent,
): Promise<void> {
  const { revision } = built.manifest
  if ((await lastBuilt(db)) !== revision) {
    if ((await startedBuild(db, dist)) === revision)
      return log.warn(
        { revision },
        'another build has gone live since: roll back to this revision to return to its catalogue',
      )
    const before = await catalogue.live()
    const note = before && before.revision !== revision ? `takes the place of ${before.revision}` : ''
    await catalogue.putLive(built, { action: 'build', author: 'build', note, urgent: false, address: '' })
  }
  await storeFact(db, installationOf(dist), revision)
}

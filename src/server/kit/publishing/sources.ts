import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import { loadProject } from '../../../../codegen/cli/load.ts'
import { EDITABLE } from '../../../engine/language/editable.ts'
import type { ServerContext } from '../../context.ts'
import { inTransaction } from '../storage/transaction.ts'
import { installedBuild } from './store.ts'

const zip = promisify(gzip)
const unzip = promisify(gunzip)
const ROOT = fileURLToPath(new URL('../../../../', import.meta.url))

export type SourceFiles = Readonly<Record<string, string>>
/** The live revision, and how often its files were replaced: others have the same name only if their files are the same. */
export interface LiveName {
  revision: string | null
  version: number
}
type Ports = Pick<ServerContext, 'db' | 'clock' | 'catalogue' | 'options'>

/** The source files of publications, as compressed JSON: those that authors change. The others are files of this server's program. */
export interface Sources {
  /** The files of the live revision: those of its publication, else those that this server was installed with; the program's are always these. */
  live(): Promise<LiveName & { files: SourceFiles }>
  /**
   * Whether those are the files that the live revision was made of. They are not after a rollback to an earlier build, or to a publication whose
   * files are not stored, nor while the build of another server is live.
   */
  isLiveKnown(): Promise<boolean>
  /** Which files are live. */
  name(): Promise<LiveName>
  /** Stores the files of a publication, unless its revision has files already; true: it had none. */
  record(revision: string, files: SourceFiles): Promise<boolean>
  /** Deletes the files of a revision that is not live. */
  forget(revision: string): Promise<void>
  /**
   * Replaces the files of a revision: files that differ in what no user sees, such as saved states, have the same revision. `before`: the files
   * that these are made of; false if others have replaced them.
   */
  replace(revision: string, files: SourceFiles, before?: SourceFiles): Promise<boolean>
}

export function createSources({ db, clock, catalogue, options }: Ports): Sources {
  let known: SourceFiles | null = null
  const installed = (): SourceFiles => (known ??= Object.fromEntries(loadProject(ROOT)))
  const liveRevision = async (): Promise<string | null> => (await catalogue.live())?.revision ?? null
  return {
    async live() {
      const revision = await liveRevision()
      const row = await sourceOf(db, revision).select(['files', 'version']).executeTakeFirst()
      const version = Number(row?.version ?? 0)
      if (!row) return { revision, version, files: installed() }
      const program = Object.fromEntries(Object.entries(installed()).filter(([path]) => !EDITABLE.test(path)))
      return { revision, version, files: { ...program, ...(await unpacked(row.files)) } }
    },
    async isLiveKnown() {
      const revision = await liveRevision()
      if (revision === null || (await sourceOf(db, revision).select('revision').executeTakeFirst())) return true
      const built = await installedBuild(db, options.dist)
      return built === undefined || built === revision
    },
    async name() {
      const revision = await liveRevision()
      const row = await sourceOf(db, revision).select('version').executeTakeFirst()
      return { revision, version: Number(row?.version ?? 0) }
    },
    async record(revision, files) {
      const { numInsertedOrUpdatedRows } = await db
        .insertInto('catalogue_sources')
        .values({ revision, files: await packed(files), created: clock.now(), version: null })
        .onConflict((on) => on.column('revision').doNothing())
        .executeTakeFirst()
      return Number(numInsertedOrUpdatedRows ?? 0) > 0
    },
    async forget(revision) {
      if ((await liveRevision()) !== revision)
        await db.deleteFrom('catalogue_sources').where('revision', '=', revision).execute()
    },
    replace: (revision, files, before) =>
      inTransaction(db, [`source of ${revision}`], async (trx) => {
        const row = await sourceOf(trx, revision).select(['files', 'version']).executeTakeFirst()
        const stored = row && JSON.stringify(await unpacked(row.files))
        if (stored === textOf(files)) return true
        if (before && stored !== undefined && stored !== textOf(before)) return false
        const values = { files: await packed(files), created: clock.now(), version: Number(row?.version ?? 0) + 1 }
        await trx
          .insertInto('catalogue_sources')
          .values({ revision, ...values })
          .onConflict((on) => on.column('revision').doUpdateSet(values))
          .execute()
        return true
      }),
  }
}

/** The stored files of a revision; none without one. */
const sourceOf = (db: Ports['db'], revision: string | null) =>
  db.selectFrom('catalogue_sources').where('revision', '=', revision ?? '')

/** The files that authors change, in the order of their paths. */
const editable = (files: SourceFiles): SourceFiles =>
  Object.fromEntries(
    Object.entries(files)
      .filter(([path]) => EDITABLE.test(path))
      .toSorted(([a], [b]) => (a < b ? -1 : 1)),
  )
const textOf = (files: SourceFiles): string => JSON.stringify(editable(files))
const packed = (files: SourceFiles): Promise<Buffer> => zip(textOf(files))
/** Rows of earlier versions have the files of the program too. */
const unpacked = async (content: Uint8Array): Promise<SourceFiles> =>
  editable(JSON.parse(String(await unzip(content))) as SourceFiles)

import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import { loadProject } from '../../../codegen/check/load.ts'
import type { ServerContext } from '../context.ts'
import { inTransaction } from '../storage/transaction.ts'

const zip = promisify(gzip)
const unzip = promisify(gunzip)
const ROOT = fileURLToPath(new URL('../../../', import.meta.url))

export type SourceFiles = Readonly<Record<string, string>>
type Ports = Pick<ServerContext, 'db' | 'clock' | 'catalogue'>

/** The source files of the project as compressed JSON; equal content is compressed once. */
export interface Sources {
  /** The files of the live revision: those of its publication, else those that this server was installed with. */
  live(): Promise<{ revision: string | null; files: SourceFiles }>
  /** Stores the files of a publication, unless its revision has files already. */
  record(revision: string, files: SourceFiles): Promise<void>
  /**
   * Replaces the files of a revision: files that differ in what no user sees, such as saved states, have the same revision. `before`: the files
   * that these are made of; false if others have replaced them.
   */
  replace(revision: string, files: SourceFiles, before?: SourceFiles): Promise<boolean>
}

export function createSources({ db, clock, catalogue }: Ports): Sources {
  let installed: SourceFiles | null = null
  return {
    async live() {
      const revision = (await catalogue.live())?.revision ?? null
      const row =
        revision === null
          ? undefined
          : await db.selectFrom('catalogue_sources').select('files').where('revision', '=', revision).executeTakeFirst()
      if (row) return { revision, files: JSON.parse(String(await unzip(row.files))) as SourceFiles }
      installed ??= Object.fromEntries(loadProject(ROOT))
      return { revision, files: installed }
    },
    async record(revision, files) {
      await db
        .insertInto('catalogue_sources')
        .values({ revision, files: await zip(JSON.stringify(files)), created: clock.now() })
        .onConflict((on) => on.column('revision').doNothing())
        .execute()
    },
    replace: (revision, files, before) =>
      inTransaction(db, [`source of ${revision}`], async (trx) => {
        const row = await trx
          .selectFrom('catalogue_sources')
          .select('files')
          .where('revision', '=', revision)
          .executeTakeFirst()
        const known = row && String(await unzip(row.files))
        const text = JSON.stringify(files)
        if (known === text) return true
        if (before && known !== undefined && known !== JSON.stringify(before)) return false
        const values = { files: await zip(text), created: clock.now() }
        await trx
          .insertInto('catalogue_sources')
          .values({ revision, ...values })
          .onConflict((on) => on.column('revision').doUpdateSet(values))
          .execute()
        return true
      }),
  }
}

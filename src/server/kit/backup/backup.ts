import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Client } from 'pg'
import { fromMilliseconds } from '../../../engine/language/values/time.ts'
import { KEY_FACT } from '../storage/encryption/openEncryption.ts'
import { isPostgres, postgresStartError } from '../storage/address.ts'
import { quickCheck } from '../storage/sqlite/integrity.ts'
import { openConnection, sqliteCodeOf } from '../storage/sqlite/sqliteDriver.ts'
import {
  copyDurably,
  DATABASE_FILES,
  describeFile,
  FILES,
  otherFiles,
  secure,
  sync,
  writeManifest,
  type ArchivedFile,
  type DatabaseKind,
} from './archive.ts'
import { BackupError } from './backupError.ts'
import { checkDump, dump } from './postgresTools.ts'
import { report } from '../../../engine/language/report.ts'

export interface BackupRequest {
  /** Address of the database: a PostgreSQL URL or an SQLite file. */
  address: string
  /** Data folder. */
  data: string
  /** Folder of the backups. */
  to: string
}

export interface Backup {
  folder: string
  files: ArchivedFile[]
  dataKey: string
}

/** Wait for the lock of another connection, such as that of a checkpoint. */
const BUSY_MS = 10_000

/**
 * Makes a backup while the server runs: a consistent copy of the database, verified, and the other files of the data folder. It appears under its name
 * when it is complete and on the disk. Throws a BackupError.
 */
export async function backUp({ address, data, to }: BackupRequest): Promise<Backup> {
  const database: DatabaseKind = isPostgres(address) ? 'postgresql' : 'sqlite'
  const made = fromMilliseconds(Date.now())
  const name = `placard-${new Date(made * 1000).toISOString().slice(0, 19).replaceAll(/[-:]/g, '').replace('T', '-')}`
  const folder = join(to, name)
  if (existsSync(folder)) throw new BackupError(`${folder} exists: a backup of this second has been made.`)
  const partial = `${folder}.partial-${process.pid}`
  mkdirSync(join(partial, FILES), { recursive: true, mode: 0o700 })
  try {
    const copy = join(partial, DATABASE_FILES[database])
    const dataKey = database === 'sqlite' ? copySqlite(address, copy) : await copyPostgres(address, copy)
    secure(copy)
    const others = otherFiles(data).map((file) => join(FILES, file))
    for (const file of others) copyDurably(join(data, file.slice(FILES.length + 1)), join(partial, file))
    sync(join(partial, FILES))
    const files: ArchivedFile[] = []
    for (const file of [DATABASE_FILES[database], ...others]) files.push(await describeFile(partial, file))
    writeManifest(partial, { made, database, dataKey, files })
    renameSync(partial, folder)
    sync(dirname(folder))
    return { folder, files, dataKey }
  } catch (error) {
    rmSync(partial, { recursive: true, force: true })
    throw error
  }
}

/** Copies a database in one read transaction, which blocks no writer; returns the id of its data key. */
function copySqlite(file: string, copy: string): string {
  if (!existsSync(file))
    throw new BackupError(`There is no database ${file}: correct PLACARD_DATA, or set DATABASE_URL.`)
  const source = openConnection(file, { timeout: BUSY_MS })
  try {
    source.prepare('VACUUM INTO ?').run(copy)
  } catch (error) {
    throw new BackupError(
      sqliteCodeOf(error) === 'SQLITE_CORRUPT'
        ? `The database ${file} is damaged (${(error as Error).message}): keep the earlier backups, and see "A damaged database" of src/server/deploy/BACKUP.md.`
        : `The database ${file} cannot be copied: ${(error as Error).message}.`,
    )
  } finally {
    source.close()
  }
  const problems = quickCheck(copy)
  if (problems.length > 0)
    throw new BackupError(`The copy of ${file} is damaged (${problems[0] ?? ''}): keep the earlier backups.`)
  const written = openConnection(copy)
  try {
    const fact = written.prepare('SELECT value FROM facts WHERE name = ?').get(KEY_FACT) as
      | { value: string }
      | undefined
    return keyOf(fact, file)
  } finally {
    written.close()
  }
}

async function copyPostgres(address: string, copy: string): Promise<string> {
  const client = new Client({ connectionString: address })
  let fact: { value: string } | undefined
  try {
    await client.connect()
    ;({
      rows: [fact],
    } = await client.query<{ value: string }>('SELECT value FROM facts WHERE name = $1', [KEY_FACT]))
  } catch (error) {
    throw postgresStartError(address, error)
  } finally {
    await client.end().catch((error: unknown) => report(error, 'end of a connection'))
  }
  await dump(address, copy)
  await checkDump(copy)
  return keyOf(fact, 'DATABASE_URL')
}

function keyOf(fact: { value: string } | undefined, where: string): string {
  if (!fact) throw new BackupError(`The database of ${where} has no data yet: start the server once.`)
  return fact.value
}

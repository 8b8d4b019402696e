import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Client } from 'pg'
import { isPostgres, postgresStartError } from '../storage/address.ts'
import { protectDataFolder } from '../storage/dataFolder.ts'
import type { DataKeys } from '../storage/encryption/dataKeys.ts'
import { lockDataFolder } from '../storage/sqlite/folderLock.ts'
import { quickCheck } from '../storage/sqlite/integrity.ts'
import { openConnection } from '../storage/sqlite/sqliteDriver.ts'
import { copyDurably, DATABASE_FILES, FILES, readArchive, sync, type Manifest } from './archive.ts'
import { BackupError } from './backupError.ts'
import { restoreDump } from './postgresTools.ts'
import { verifyRestored, type Contents } from './verify.ts'
import { report } from '../../../engine/language/report.ts'

export interface RestoreRequest {
  /** Folder of the backup. */
  from: string
  /** Address of the database that is to be filled: a PostgreSQL URL or an SQLite file. */
  address: string
  /** Data folder. */
  data: string
  keys: DataKeys
  /** Id of the key of the backup, if it is lost for good. */
  lostKey?: string
}

export interface Restored extends Contents {
  manifest: Manifest
  /** Files of the data folder that were there already and are as they were. */
  kept: string[]
}

/** SQLite's files of a database. */
const SQLITE_FILES = ['', '-wal', '-shm', '-journal']

/**
 * Restores a backup into an empty location and verifies it there: files by their hashes, database by its structure,
 * schema and ledger, and the data key. A database gets its name only after that. Data that is there is never
 * overwritten. Throws a BackupError or a StartError.
 */
export async function restore(request: RestoreRequest): Promise<Restored> {
  const { from, address, data } = request
  const manifest = await readArchive(from)
  checkKind(manifest, address)
  checkKey(manifest, request)
  protectDataFolder(data)
  const contents = isPostgres(address)
    ? await restorePostgres(request, join(from, DATABASE_FILES.postgresql))
    : await restoreSqlite(request, join(from, DATABASE_FILES.sqlite))
  const kept: string[] = []
  for (const { name } of manifest.files.filter((file) => file.name.startsWith(`${FILES}/`))) {
    const file = name.slice(FILES.length + 1)
    if (existsSync(join(data, file))) kept.push(file)
    else copyDurably(join(from, name), join(data, file))
  }
  sync(data)
  return { ...contents, manifest, kept }
}

function checkKind({ database }: Manifest, address: string): void {
  if (database === 'postgresql' && !isPostgres(address))
    throw new BackupError(
      'This is a backup of a PostgreSQL database: set DATABASE_URL to the empty database that it goes to.',
    )
  if (database === 'sqlite' && isPostgres(address))
    throw new BackupError(
      'This is a backup of an SQLite file: remove DATABASE_URL, and set PLACARD_DATA to the folder that it goes to.',
    )
}

function checkKey({ dataKey }: Manifest, { keys: { keys, source }, lostKey }: RestoreRequest): void {
  if (keys.some(({ id }) => id === dataKey) || lostKey === dataKey) return
  const present = keys.length === 0 ? 'no key' : `the key ${keys.map(({ id }) => id).join(', ')}`
  throw new BackupError(
    `The backup is encrypted with the data key ${dataKey}, and ${source} has ${present}. Put that key there, or set PLACARD_DATA_KEY. If it is lost for good, PLACARD_DATA_KEY_LOST=${dataKey} restores without it: the pictures stay unreadable, and users with two-factor login need a recovery code.`,
  )
}

async function restoreSqlite({ address: file, data, keys, lostKey }: RestoreRequest, copy: string): Promise<Contents> {
  lockDataFolder(data)
  const living = SQLITE_FILES.map((suffix) => `${file}${suffix}`).filter((path) => existsSync(path))
  if (living.length > 0)
    throw new BackupError(
      `${living.join(' and ')} ${living.length > 1 ? 'exist' : 'exists'}: a restore overwrites nothing. If you are sure that this data is not needed, move the folder away first (mv ${data} ${data}.before), or restore to another one with PLACARD_DATA.`,
    )
  const restoring = `${file}.restoring`
  const remove = (): void => {
    for (const suffix of SQLITE_FILES) rmSync(`${restoring}${suffix}`, { force: true })
  }
  remove()
  mkdirSync(dirname(file), { recursive: true })
  try {
    copyDurably(copy, restoring)
    const [problem] = quickCheck(restoring)
    if (problem !== undefined)
      throw new BackupError(`The database of the backup is damaged: ${problem}. Use another backup.`)
    const contents = await verifyRestored(restoring, keys, lostKey)
    emptyLog(restoring)
    sync(restoring)
    renameSync(restoring, file)
    remove()
    sync(dirname(file))
    return contents
  } catch (error) {
    remove()
    throw error
  }
}

/** Moves everything from the write-ahead log into the file: only the file gets the name of the database. */
function emptyLog(file: string): void {
  const sqlite = openConnection(file, { readBigInts: false })
  const { busy } = sqlite.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get() as { busy: number }
  sqlite.close()
  if (busy !== 0) throw new BackupError(`${file} is in use by another program. End that program and try again.`)
}

async function restorePostgres({ address, keys, lostKey }: RestoreRequest, copy: string): Promise<Contents> {
  const tables = await tablesOf(address)
  if (tables.length > 0)
    throw new BackupError(
      `The database of DATABASE_URL has ${tables.length} tables: a restore overwrites nothing. Name an empty one, made by createdb --locale=C --encoding=UTF8 --template=template0 <name>.`,
    )
  await restoreDump(address, copy)
  try {
    return await verifyRestored(address, keys, lostKey)
  } catch (error) {
    // The database was empty before.
    await tablesOf(address, true)
    throw error
  }
}

/** The tables of a database; with `drop`, they are dropped. */
async function tablesOf(address: string, drop = false): Promise<string[]> {
  const client = new Client({ connectionString: address })
  try {
    await client.connect()
    const { rows } = await client.query<{ name: string }>(
      'SELECT tablename AS name FROM pg_tables WHERE schemaname = current_schema()',
    )
    const names = rows.map(({ name }) => client.escapeIdentifier(name))
    if (drop && names.length > 0) await client.query(`DROP TABLE ${names.join(', ')} CASCADE`)
    return names
  } catch (error) {
    throw postgresStartError(address, error)
  } finally {
    await client.end().catch((error: unknown) => report(error, 'end of a connection'))
  }
}

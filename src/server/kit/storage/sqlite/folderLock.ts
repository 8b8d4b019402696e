import { join } from 'node:path'
import { StartError } from '../../startError.ts'
import { sqliteStartError } from '../openDatabase.ts'
import { openConnection, OPENING_TIMEOUT_MS, sqliteCodeOf, type Sqlite } from './sqliteDriver.ts'

const LOCK_FILE = 'server.lock'

/**
 * Locks a data folder for this process until it ends, however it ends: the operating system frees the lock. Throws a StartError that names the
 * process that has the lock. Only for data in SQLite, which has one server; several servers share a PostgreSQL database.
 */
export function lockDataFolder(folder: string, waitMs = OPENING_TIMEOUT_MS): void {
  const file = join(folder, LOCK_FILE)
  let connection: Sqlite | undefined
  try {
    connection = openConnection(file, { timeout: waitMs, readBigInts: false })
    // The number of the process is committed first: others read it while the lock of the second transaction is held.
    connection.exec(`BEGIN IMMEDIATE; PRAGMA user_version = ${process.pid}; COMMIT; BEGIN IMMEDIATE`)
  } catch (error) {
    if (!connection || sqliteCodeOf(error) !== 'SQLITE_BUSY') throw sqliteStartError(file, error)
    const { user_version: pid } = connection.prepare('PRAGMA user_version').get() as { user_version: number }
    connection.close()
    throw new StartError(
      `The data folder ${folder} is in use by another server (process ${pid}). Stop that one, or choose another folder with PLACARD_DATA. Several servers need PostgreSQL: DATABASE_URL.`,
    )
  }
  locks.push(connection)
}

/** A connection that is collected as garbage would free its lock. */
const locks: unknown[] = []

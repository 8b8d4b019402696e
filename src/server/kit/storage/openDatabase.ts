import { tables, type OpenDatabase } from '../../db.ts'
import { isPostgres, postgresStartError } from './address.ts'
import { StartError } from '../startError.ts'
import { MIGRATIONS } from './migrations.ts'
import { openPostgres } from './postgres/postgres.ts'
import { openSqlite } from './sqlite/sqlite.ts'
import { sqliteCodeOf } from './sqlite/sqliteDriver.ts'
import { START_ADVICE } from './trouble.ts'

const TARGET = { tables, migrations: MIGRATIONS }

/** Opens a PostgreSQL database by its URL, otherwise an SQLite file. Throws a StartError where the operator can do something about it. */
export async function openDatabase(address: string): Promise<OpenDatabase> {
  try {
    return isPostgres(address) ? await openPostgres(address, TARGET) : await openSqlite(address, TARGET)
  } catch (error) {
    throw isPostgres(address) ? postgresStartError(address, error) : sqliteStartError(address, error)
  }
}

/** SQLite's codes for a file that cannot be used. */
const UNUSABLE_FILE = /^SQLITE_(CANTOPEN|READONLY|PERM)/
/** Its codes for a file whose content cannot be read. */
const DAMAGED_FILE = /^SQLITE_(NOTADB|CORRUPT|IOERR)/

/** Its codes for a lock of another program. */
const LOCKED_FILE = /^SQLITE_(BUSY|LOCKED)/

/** A full disk, also where SQLite enlarges its shared memory. */
const FULL_DISK = /^SQLITE_(FULL|IOERR_SHMSIZE)/

/** An error of opening SQLite for the operator; any other error as it is. */
export function sqliteStartError(file: string, error: unknown): unknown {
  const code = sqliteCodeOf(error) ?? ''
  if (FULL_DISK.test(code)) return new StartError(`The disk of ${file} is full (${code}). ${START_ADVICE.full}`)
  const reason = `${(error as Error).message} (${code})`
  if (DAMAGED_FILE.test(code))
    return new StartError(`The database ${file} is damaged, or is no database: ${reason}. ${START_ADVICE.damaged}`)
  if (LOCKED_FILE.test(code))
    return new StartError(
      `The database ${file} is locked by another program (${code}): end it, or wait until it is done, and start again.`,
    )
  return UNUSABLE_FILE.test(code)
    ? new StartError(
        `The database ${file} cannot be used: ${reason}. Correct PLACARD_DATA, or the permissions of the folder.`,
      )
    : error
}

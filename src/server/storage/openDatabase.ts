import { tables, type OpenDatabase } from '../db.ts'
import { isPostgres, postgresStartError } from './address.ts'
import { StartError } from '../startError.ts'
import { MIGRATIONS } from './migrations.ts'
import { openPostgres } from './postgres.ts'
import { openSqlite } from './sqlite.ts'

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
const UNUSABLE_FILE = /^SQLITE_(NOTADB|CANTOPEN|READONLY|CORRUPT|PERM|IOERR|FULL|BUSY|LOCKED)/

function sqliteStartError(file: string, error: unknown): unknown {
  const { code = '', message = '' } = error instanceof Error ? (error as Error & { code?: string }) : {}
  return UNUSABLE_FILE.test(code)
    ? new StartError(`The database ${file} cannot be used: ${message} (${code}). Restore it, or correct PLACARD_DATA.`)
    : error
}

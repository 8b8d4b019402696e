import { tables, type OpenDatabase } from '../db.ts'
import { isPostgres, postgresStartError } from './address.ts'
import { MIGRATIONS } from './migrations.ts'
import { openPostgres } from './postgres.ts'
import { openSqlite } from './sqlite.ts'

const TARGET = { tables, migrations: MIGRATIONS }

/** Opens a PostgreSQL database by its URL, otherwise an SQLite file. Throws a StartError where the operator can do something about it. */
export async function openDatabase(address: string): Promise<OpenDatabase> {
  if (!isPostgres(address)) return await openSqlite(address, TARGET)
  try {
    return await openPostgres(address, TARGET)
  } catch (error) {
    throw postgresStartError(address, error)
  }
}

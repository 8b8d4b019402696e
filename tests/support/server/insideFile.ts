import { openConnection, type Sqlite } from '../../../src/server/kit/storage/sqlite/sqliteDriver.ts'

/** Opens the database file directly, bypassing the server. */
export function insideFile<Result>(file: string, work: (sqlite: Sqlite) => Result): Result {
  const sqlite = openConnection(file, { readBigInts: false })
  try {
    return work(sqlite)
  } finally {
    sqlite.close()
  }
}

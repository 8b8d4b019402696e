import Database from 'better-sqlite3'

/** Opens the database file directly, bypassing the server. */
export function insideFile<Result>(file: string, work: (sqlite: Database.Database) => Result): Result {
  const sqlite = new Database(file)
  try {
    return work(sqlite)
  } finally {
    sqlite.close()
  }
}

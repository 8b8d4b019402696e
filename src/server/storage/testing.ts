import Database from 'better-sqlite3'

/** Looks into the file of a database, or changes it, behind the server's back. */
export function insideFile<Result>(file: string, work: (sqlite: Database.Database) => Result): Result {
  const sqlite = new Database(file)
  try {
    return work(sqlite)
  } finally {
    sqlite.close()
  }
}

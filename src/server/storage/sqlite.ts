import Database from 'better-sqlite3'
import { Kysely, SqliteDialect, type SqliteDatabase, type SqliteStatement } from 'kysely'
import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import type { OpenDatabase, Tables } from '../db.ts'
import { cannotAdd, isTable, missingColumns } from './columns.ts'
import { ALONE } from './lead.ts'
import { checkShape, shapeOf } from './shape.ts'

export function openSqlite(file: string, ddl: readonly string[]): OpenDatabase {
  if (file !== ':memory:') mkdirSync(dirname(file), { recursive: true })
  const sqlite = new Database(file)
  sqlite.pragma('journal_mode = WAL')
  // FULL: what has been answered is on the disk, whatever happens to the process or the power.
  sqlite.pragma('synchronous = FULL')
  sqlite.pragma('foreign_keys = ON')
  sqlite.pragma('busy_timeout = 5000')
  sqlite.defaultSafeIntegers(true)
  const create = () => {
    for (const statement of ddl.filter(isTable)) sqlite.exec(statement)
    const there = sqlite.prepare("SELECT t.name || '.' || c.name AS place FROM sqlite_master t JOIN pragma_table_info(t.name) c WHERE t.type = 'table'").all() as { place: string }[]
    for (const { place, statement } of missingColumns(ddl, new Set(there.map((column) => column.place)))) {
      try {
        sqlite.exec(statement)
      } catch (error) {
        throw cannotAdd(place, error)
      }
    }
    // Indexes and guards may be about columns that have just been added.
    for (const statement of ddl.filter((one) => !isTable(one))) sqlite.exec(statement)
    const made = sqlite.prepare("SELECT sql FROM sqlite_master WHERE type IN ('table', 'index') AND sql IS NOT NULL").all() as { sql: string }[]
    checkShape(shapeOf(made.map(({ sql }) => sql)), shapeOf(ddl))
  }
  sqlite.transaction(create)()
  const db = new Kysely<Tables>({ dialect: new SqliteDialect({ database: keepStatements(sqlite) }) })

  return {
    db,
    shared: false,
    async reset() {
      // Outside of a transaction, where the pragma would be ignored.
      sqlite.pragma('foreign_keys = OFF')
      sqlite.transaction(() => {
        const names = sqlite.prepare("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name NOT LIKE 'catalogue_%'").all() as { name: string }[]
        for (const { name } of names) sqlite.exec(`DROP TABLE IF EXISTS "${name.replaceAll('"', '""')}"`)
        create()
      })()
      sqlite.pragma('foreign_keys = ON')
      await Promise.resolve()
    },
    stand: () => Promise.resolve(ALONE),
    async close() {
      await db.destroy()
    },
  }
}

const STATEMENTS_KEPT = 500

/** Preparing a statement costs more than running it, and the server's queries are few. SQLite prepares anew by itself when a table changes. */
function keepStatements(sqlite: Database.Database): SqliteDatabase {
  const kept = new Map<string, SqliteStatement>()
  return {
    close: () => void sqlite.close(),
    prepare(text) {
      let statement = kept.get(text)
      if (!statement) {
        if (kept.size >= STATEMENTS_KEPT) kept.clear()
        kept.set(text, (statement = sqlite.prepare(text) as SqliteStatement))
      }
      return statement
    },
  }
}

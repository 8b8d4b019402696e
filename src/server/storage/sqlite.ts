import Database from 'better-sqlite3'
import { Kysely, SqliteDialect, type SqliteDatabase, type SqliteStatement } from 'kysely'
import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import type { OpenDatabase, Tables } from '../db.ts'
import { cannotAdd, isTable, missingColumns } from './columns.ts'
import { ALONE } from './lead.ts'
import { keepShape, MIGRATIONS, SHAPE, stepsFrom } from './migrations.ts'
import { checkShape, shapeOf } from './shape.ts'

export function openSqlite(file: string, ddl: readonly string[], migrations = MIGRATIONS): OpenDatabase {
  if (file !== ':memory:') mkdirSync(dirname(file), { recursive: true })
  const sqlite = new Database(file)
  sqlite.pragma('journal_mode = WAL')
  // FULL: what has been answered is on the disk, whatever happens to the process or the power.
  sqlite.pragma('synchronous = FULL')
  sqlite.pragma('busy_timeout = 5000')
  sqlite.defaultSafeIntegers(true)
  const create = () => {
    const shape = shapeNumber(sqlite)
    const steps = stepsFrom(shape, migrations, 'sqlite')
    for (const { text, failed } of steps) {
      try {
        sqlite.exec(text)
      } catch (error) {
        throw failed(error)
      }
    }
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
    const [broken] = steps.length > 0 ? (sqlite.pragma('foreign_key_check') as { table: string; parent: string }[]) : []
    if (broken) throw new Error(`Rows of ${broken.table} would name rows of ${broken.parent} that are not there: the database is left as it was`)
    if (shape !== migrations.length) sqlite.exec(keepShape(migrations))
  }
  /** In one transaction. While it runs nobody looks after references, or a table that others name could not be made anew; outside of a transaction, where the pragma would be ignored. */
  const make = (work: () => void) => {
    sqlite.pragma('foreign_keys = OFF')
    try {
      // What is as it should be is only read, and waits for nobody.
      if (shapeNumber(sqlite) === migrations.length) sqlite.transaction(work)()
      else sqlite.transaction(work).immediate()
    } finally {
      sqlite.pragma('foreign_keys = ON')
    }
  }
  try {
    make(create)
  } catch (error) {
    sqlite.close()
    throw error
  }
  const db = new Kysely<Tables>({ dialect: new SqliteDialect({ database: keepStatements(sqlite) }) })

  return {
    db,
    shared: false,
    async reset() {
      make(() => {
        const names = sqlite.prepare("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name NOT LIKE 'catalogue_%'").all() as { name: string }[]
        for (const { name } of names) sqlite.exec(`DROP TABLE IF EXISTS "${name.replaceAll('"', '""')}"`)
        create()
      })
      await Promise.resolve()
    },
    stand: () => Promise.resolve(ALONE),
    async close() {
      await db.destroy()
    },
  }
}

/** Null where there are no tables yet. */
function shapeNumber(sqlite: Database.Database): number | null {
  if (sqlite.prepare("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'facts'").get() === undefined) return null
  const row = sqlite.prepare('SELECT value FROM facts WHERE name = ?').get(SHAPE) as { value: string } | undefined
  return Number(row?.value ?? 0)
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

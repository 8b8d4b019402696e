import Database from 'better-sqlite3'
import { Kysely, SqliteDialect, type SqliteDatabase, type SqliteStatement } from 'kysely'
import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import type { OpenDatabase, Tables } from '../db.ts'
import { cannotAdd, isTable, missingColumns } from './columns.ts'
import { SINGLE_NODE } from './leaderElection.ts'
import { writeSchemaVersion, MIGRATIONS, SCHEMA_VERSION_KEY, pendingMigrations } from './migrations.ts'
import { checkSchema, schemaOf } from './schema.ts'

/**
 * Opens an SQLite file, or `:memory:`, migrates it, and creates missing tables and columns. Throws if the schema then differs from
 * `ddl`. The caller closes it.
 */
export function openSqlite(file: string, ddl: readonly string[], migrations = MIGRATIONS): OpenDatabase {
  if (file !== ':memory:') mkdirSync(dirname(file), { recursive: true })
  const sqlite = new Database(file)
  sqlite.pragma('journal_mode = WAL')
  // FULL: committed data survives a crash or a power failure.
  sqlite.pragma('synchronous = FULL')
  sqlite.pragma('busy_timeout = 5000')
  sqlite.defaultSafeIntegers(true)
  const createTables = () => {
    const version = schemaVersion(sqlite)
    const steps = pendingMigrations(version, migrations, 'sqlite')
    for (const { text, failed } of steps) {
      try {
        sqlite.exec(text)
      } catch (error) {
        throw failed(error)
      }
    }
    for (const statement of ddl.filter(isTable)) sqlite.exec(statement)
    const existing = sqlite
      .prepare(
        "SELECT t.name || '.' || c.name AS name FROM sqlite_master t JOIN pragma_table_info(t.name) c WHERE t.type = 'table'",
      )
      .all() as { name: string }[]
    for (const { column, statement } of missingColumns(ddl, new Set(existing.map(({ name }) => name)))) {
      try {
        sqlite.exec(statement)
      } catch (error) {
        throw cannotAdd(column, error)
      }
    }
    // Indexes and triggers may use the added columns.
    for (const statement of ddl.filter((one) => !isTable(one))) sqlite.exec(statement)
    const statements = sqlite
      .prepare("SELECT sql FROM sqlite_master WHERE type IN ('table', 'index') AND sql IS NOT NULL")
      .all() as { sql: string }[]
    checkSchema(schemaOf(statements.map(({ sql }) => sql)), schemaOf(ddl))
    const [broken] = steps.length > 0 ? (sqlite.pragma('foreign_key_check') as { table: string; parent: string }[]) : []
    if (broken)
      throw new Error(
        `Rows of ${broken.table} would name rows of ${broken.parent} that are not there: the database is left as it was`,
      )
    if (version !== migrations.length) sqlite.exec(writeSchemaVersion(migrations))
  }
  /** Runs in one transaction without foreign keys, since a referenced table could not be created again otherwise. The pragma has no effect inside a transaction. */
  const withoutForeignKeys = (work: () => void) => {
    sqlite.pragma('foreign_keys = OFF')
    try {
      // An up-to-date schema is only read, so no write lock is needed.
      if (schemaVersion(sqlite) === migrations.length) sqlite.transaction(work)()
      else sqlite.transaction(work).immediate()
    } finally {
      sqlite.pragma('foreign_keys = ON')
    }
  }
  try {
    withoutForeignKeys(createTables)
  } catch (error) {
    sqlite.close()
    throw error
  }
  const db = new Kysely<Tables>({ dialect: new SqliteDialect({ database: cacheStatements(sqlite) }) })

  return {
    db,
    shared: false,
    async reset() {
      withoutForeignKeys(() => {
        const names = sqlite
          .prepare(
            "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name NOT LIKE 'catalogue_%'",
          )
          .all() as { name: string }[]
        for (const { name } of names) sqlite.exec(`DROP TABLE IF EXISTS "${name.replaceAll('"', '""')}"`)
        createTables()
      })
      await Promise.resolve()
    },
    campaign: () => Promise.resolve(SINGLE_NODE),
    async close() {
      await db.destroy()
    },
  }
}

/** Null for an empty database. */
function schemaVersion(sqlite: Database.Database): number | null {
  if (sqlite.prepare("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'facts'").get() === undefined)
    return null
  const row = sqlite.prepare('SELECT value FROM facts WHERE name = ?').get(SCHEMA_VERSION_KEY) as
    | { value: string }
    | undefined
  return Number(row?.value ?? 0)
}

const STATEMENT_CACHE_SIZE = 500

/** Caches prepared statements: preparing costs more than running. SQLite prepares a statement again after a schema change. */
function cacheStatements(sqlite: Database.Database): SqliteDatabase {
  const cache = new Map<string, SqliteStatement>()
  return {
    close: () => void sqlite.close(),
    prepare(text) {
      let statement = cache.get(text)
      if (!statement) {
        if (cache.size >= STATEMENT_CACHE_SIZE) cache.clear()
        cache.set(text, (statement = sqlite.prepare(text) as SqliteStatement))
      }
      return statement
    },
  }
}

import { Kysely, sql } from 'kysely'
import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import type { OpenDatabase, Tables } from '../../../db.ts'
import { SINGLE_NODE } from '../postgres/leaderElection.ts'
import type { AnyTables } from '../migrations.ts'
import { GroupingSqliteDialect, tryWrite } from './sqliteDialect.ts'
import { endOpening, openConnection, OPENING_TIMEOUT_MS, scriptOf, type Sqlite } from './sqliteDriver.ts'
import { expectedSqliteSchema, readSqliteSchema } from './sqliteSchema.ts'
import { onTransactionConnection } from '../transaction.ts'
import { createTrouble } from '../trouble.ts'
import { watchIntegrity } from './watchIntegrity.ts'
import { updateSchema, type Target } from '../updateSchema.ts'

const MEMORY = ':memory:'
/** Empty databases with the tables of a target: a process that opens several in memory creates and checks the tables once. */
const emptyDatabases = new WeakMap<Target, string>()

/**
 * Opens an SQLite file, or `:memory:`, migrates it, and creates missing tables and columns. Throws if the schema then differs from
 * the definitions. The caller closes it.
 */
export async function openSqlite(file: string, target: Target): Promise<OpenDatabase> {
  if (file !== MEMORY) mkdirSync(dirname(file), { recursive: true })
  const empty = file === MEMORY ? emptyDatabases.get(target) : undefined
  const waiting = { timeout: OPENING_TIMEOUT_MS }
  const sqlite = openConnection(file, waiting)
  const reader = file === MEMORY ? null : openConnection(file, waiting)
  const trouble = createTrouble()
  const db = new Kysely<Tables>({ dialect: new GroupingSqliteDialect({ writer: sqlite, reader }, trouble) })
  const update = async (connection: Kysely<AnyTables>): Promise<void> => {
    const migrated = await updateSchema(connection, target, {
      read: readSqliteSchema,
      expected: (_, tables) => expectedSqliteSchema(tables),
    })
    const [broken] = migrated
      ? (sqlite.prepare('PRAGMA foreign_key_check').all() as { table: string; parent: string }[])
      : []
    if (broken)
      throw new Error(
        `Rows of ${broken.table} would name rows of ${broken.parent} that are not there: the database is left as it was`,
      )
  }
  /** Runs in one transaction without foreign keys, since a referenced table could not be created again otherwise. The pragma has no effect inside a transaction. */
  const withoutForeignKeys = (work: (connection: Kysely<AnyTables>) => Promise<void>): Promise<void> =>
    (db as unknown as Kysely<AnyTables>).connection().execute(async (connection) => {
      await sql`PRAGMA foreign_keys = OFF`.execute(connection)
      try {
        // An up-to-date schema is only read, so no write lock is needed.
        await onTransactionConnection(connection, isCurrent(sqlite, target) ? 'BEGIN' : 'BEGIN IMMEDIATE', work)
      } finally {
        await sql`PRAGMA foreign_keys = ON`.execute(connection)
      }
    })
  try {
    // FULL: committed data survives a crash or a power failure.
    sqlite.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL')
    if (empty) sqlite.exec(`${empty}; PRAGMA foreign_keys = ON`)
    else await withoutForeignKeys(update)
    endOpening(sqlite)
    if (reader) endOpening(reader)
  } catch (error) {
    await db.destroy()
    throw error
  }
  if (file === MEMORY && !empty) emptyDatabases.set(target, scriptOf(sqlite))

  return {
    db,
    shared: false,
    reset: () =>
      withoutForeignKeys(async (connection) => {
        const names = sqlite
          .prepare(
            "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name NOT LIKE 'catalogue_%' AND name NOT LIKE 'operator_%' AND name NOT LIKE 'kysely_%'",
          )
          .all() as { name: string }[]
        for (const { name } of names) await connection.schema.dropTable(name).execute()
        await update(connection)
      }),
    async compact() {
      await sql`VACUUM`.execute(db)
      await sql`PRAGMA wal_checkpoint(TRUNCATE)`.execute(db)
    },
    pool: () => null,
    trouble: {
      ...trouble,
      current() {
        if (trouble.current() !== null) tryWrite(sqlite, trouble)
        return trouble.current()
      },
    },
    watchIntegrity: () => (file === MEMORY ? () => undefined : watchIntegrity(file, trouble)),
    campaign: () => Promise.resolve(SINGLE_NODE),
    async close() {
      await db.destroy()
    },
  }
}

/** Whether the database has executed all migrations. */
function isCurrent(sqlite: Sqlite, { migrations }: Target): boolean {
  if (sqlite.prepare("SELECT 1 FROM sqlite_master WHERE name = 'kysely_migration'").get() === undefined) return false
  const rows = sqlite.prepare('SELECT name FROM kysely_migration').all() as { name: string }[]
  return Object.keys(migrations).every((name) => rows.some((row) => row.name === name))
}

import { DatabaseSync, type DatabaseSyncOptions, type StatementSyncInstance } from '@photostructure/sqlite'
import type { SqliteDatabase, SqliteStatement } from 'kysely'

/** A connection to an SQLite file or `:memory:`. */
export type Sqlite = InstanceType<typeof DatabaseSync>

/** Result codes of SQLite by their texts. The driver has the code of an error at opening only. */
const CODES: readonly (readonly [text: string, code: string])[] = [
  ['database is locked', 'SQLITE_BUSY'],
  ['database table is locked', 'SQLITE_LOCKED'],
  ['database or disk is full', 'SQLITE_FULL'],
  ['disk I/O error', 'SQLITE_IOERR'],
  ['database disk image is malformed', 'SQLITE_CORRUPT'],
  ['malformed database schema', 'SQLITE_CORRUPT'],
  ['file is not a database', 'SQLITE_NOTADB'],
  ['attempt to write a readonly database', 'SQLITE_READONLY'],
  ['access permission denied', 'SQLITE_PERM'],
  ['unable to open database file', 'SQLITE_CANTOPEN'],
]

/** The result code of SQLite, such as SQLITE_BUSY; undefined for an error of another kind. */
export function sqliteCodeOf(error: unknown): string | undefined {
  if (!(error instanceof Error) || (error as NodeJS.ErrnoException).code !== 'ERR_SQLITE_ERROR') return undefined
  const { sqliteCodeName } = error as Error & { sqliteCodeName?: string }
  return sqliteCodeName ?? CODES.find(([text]) => error.message.includes(text))?.[1] ?? 'SQLITE_ERROR'
}

/** Time that a statement blocks the process for the lock of another connection. */
const BUSY_TIMEOUT_MS = 20
/** Time that opening waits for that lock: no user is served yet, and a check of the file that outlived its server ends soon. */
export const OPENING_TIMEOUT_MS = 5_000

/** Ends the waiting of an opened connection: from now on the process serves others. */
export const endOpening = (sqlite: Sqlite): void => sqlite.exec(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`)

/** Opens a connection. Integers are read as BigInt. Foreign keys are not enforced until `PRAGMA foreign_keys` says so. */
export const openConnection = (file: string, options: DatabaseSyncOptions = {}): Sqlite =>
  new DatabaseSync(file, {
    enableForeignKeyConstraints: false,
    readBigInts: true,
    timeout: BUSY_TIMEOUT_MS,
    ...options,
  })

const STATEMENT_CACHE_SIZE = 500

/** The connection as a database of kysely. Prepared statements are cached: preparing costs more than running. SQLite prepares a statement again after a schema change. */
export function kyselyDatabase(sqlite: Sqlite): SqliteDatabase {
  const cache = new Map<string, SqliteStatement>()
  return {
    close: () => sqlite.close(),
    prepare(text) {
      let statement = cache.get(text)
      if (!statement) {
        if (cache.size >= STATEMENT_CACHE_SIZE) cache.clear()
        cache.set(text, (statement = kyselyStatement(sqlite.prepare(text), text)))
      }
      return statement
    },
  }
}

type Row = Record<string, unknown>

function kyselyStatement(statement: StatementSyncInstance, text: string): SqliteStatement {
  const columns = statement.columns()
  const names = columns.map(({ name }) => name)
  const blobs = columns.filter(({ type }) => type === 'BLOB').map(({ name }) => name)
  // The binding makes an array in half the time of an object. The columns of * may change with the schema.
  const isArray = !text.includes('*')
  statement.setReturnArrays(isArray)
  const rowOf = (values: readonly unknown[]): Row => {
    const row: Row = {}
    for (const [at, name] of names.entries()) row[name] = values[at]
    return row
  }
  return {
    reader: columns.length > 0,
    all(parameters) {
      const found = statement.all(...parameters)
      const rows = isArray ? (found as unknown[][]).map(rowOf) : (found as Row[])
      for (const row of blobs.length > 0 ? rows : []) for (const name of blobs) row[name] = asBuffer(row[name])
      return rows
    },
    run: (parameters) => statement.run(...parameters),
    *iterate(parameters) {
      for (const found of statement.iterate(...parameters)) {
        const row = isArray ? rowOf(found as unknown[]) : (found as Row)
        for (const name of blobs) row[name] = asBuffer(row[name])
        yield row
      }
    },
  }
}

/** PostgreSQL returns a Buffer, too. */
const asBuffer = (value: unknown): unknown =>
  value instanceof Uint8Array ? Buffer.from(value.buffer, value.byteOffset, value.byteLength) : value

/** The statements that create all tables, indexes and triggers of the database, with its rows. */
export function scriptOf(sqlite: Sqlite): string {
  const objects = sqlite
    .prepare(
      "SELECT type, name, sql FROM sqlite_master WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'",
    )
    .all() as { type: string; name: string; sql: string }[]
  const rows = objects.flatMap(({ type, name }) => (type === 'table' ? insertsOf(sqlite, name) : []))
  const isTrigger = ({ type }: { type: string }): boolean => type === 'trigger'
  return [
    'BEGIN',
    ...objects.filter((object) => !isTrigger(object)).map(({ sql }) => sql),
    ...rows,
    ...objects.filter(isTrigger).map(({ sql }) => sql),
    'COMMIT',
  ].join(';\n')
}

function insertsOf(sqlite: Sqlite, table: string): string[] {
  const columns = sqlite.prepare(`SELECT name FROM pragma_table_info('${table}')`).all() as { name: string }[]
  const values = columns.map(({ name }) => `quote("${name}")`).join(` || ', ' || `)
  const rows = sqlite.prepare(`SELECT ${values} AS list FROM "${table}"`).all() as { list: string }[]
  return rows.map(({ list }) => `INSERT INTO "${table}" VALUES (${list})`)
}

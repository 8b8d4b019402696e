import {
  CompiledQuery,
  SqliteDialect,
  SqliteDriver,
  type DatabaseConnection,
  type Driver,
  type QueryResult,
  type SqliteDialectConfig,
} from 'kysely'
import { setTimeout as sleep } from 'node:timers/promises'
import { kyselyDatabase, sqliteCodeOf, type Sqlite } from './sqliteDriver.ts'
import type { TroubleKind, TroubleRecord } from './trouble.ts'

/** Time that a statement waits for the lock of another program, while the process goes on. */
const LOCK_WAIT_MS = 5_000
const POLL_MS = 20
/** A wait that is reported. */
const LONG_WAIT_MS = 1_000

const TROUBLES: Readonly<Record<string, TroubleKind>> = {
  SQLITE_FULL: 'full',
  SQLITE_IOERR: 'failing',
  SQLITE_CORRUPT: 'failing',
}

/** SQLite for kysely. A statement waits for the lock of another program without blocking the process, and what prevents writes is recorded. */
export class WaitingSqliteDialect extends SqliteDialect {
  readonly #sqlite: Sqlite
  readonly #config: SqliteDialectConfig
  readonly #trouble: TroubleRecord

  constructor(sqlite: Sqlite, trouble: TroubleRecord) {
    const config = { database: kyselyDatabase(sqlite) }
    super(config)
    this.#sqlite = sqlite
    this.#config = config
    this.#trouble = trouble
  }

  override createDriver(): Driver {
    return new WaitingDriver(this.#config, this.#sqlite, this.#trouble)
  }
}

class WaitingDriver extends SqliteDriver {
  readonly #sqlite: Sqlite
  readonly #trouble: TroubleRecord
  #waiting: DatabaseConnection | undefined

  constructor(config: SqliteDialectConfig, sqlite: Sqlite, trouble: TroubleRecord) {
    super(config)
    this.#sqlite = sqlite
    this.#trouble = trouble
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    const connection = await super.acquireConnection()
    return (this.#waiting ??= {
      executeQuery: (query) => this.#execute(connection, query),
      streamQuery: (query, size) => connection.streamQuery(query, size),
    })
  }

  /** The lock is awaited before anything is read: a transaction that has read cannot wait, since its snapshot may be out of date. */
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'))
  }

  /** SQLite has ended the transaction itself after some errors, such as a full disk: the first error is the one to report. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#sqlite.isTransaction) await super.rollbackTransaction(connection)
  }

  async #execute<Row>(connection: DatabaseConnection, query: CompiledQuery): Promise<QueryResult<Row>> {
    const started = performance.now()
    for (;;) {
      try {
        const result = await connection.executeQuery<Row>(query)
        if (this.#trouble.current() !== null && isWrite(query, result, this.#sqlite)) this.#trouble.set(null)
        return result
      } catch (error) {
        const code = sqliteCodeOf(error) ?? ''
        const trouble = TROUBLES[code]
        if (trouble) this.#trouble.set(trouble)
        const waited = performance.now() - started
        if (code === 'SQLITE_BUSY' && waited > LONG_WAIT_MS) this.#trouble.set('locked')
        if (code !== 'SQLITE_BUSY' || waited > LOCK_WAIT_MS) throw error
        await sleep(POLL_MS)
      }
    }
  }
}

/** Whether the statement has reached the disk: a commit, or a change outside of a transaction. */
const isWrite = ({ sql }: CompiledQuery, { numAffectedRows = 0n }: QueryResult<unknown>, sqlite: Sqlite): boolean =>
  !sqlite.isTransaction && (/^commit/i.test(sql) || numAffectedRows > 0n)

/** Writes one page with the content that it has, so that a trouble that has ended is noticed without other writes. */
export function tryWrite(sqlite: Sqlite, trouble: TroubleRecord): void {
  if (sqlite.isTransaction) return
  try {
    const { user_version: version } = sqlite.prepare('PRAGMA user_version').get() as { user_version: bigint }
    sqlite.exec(`BEGIN IMMEDIATE; PRAGMA user_version = ${version}; COMMIT`)
    trouble.set(null)
  } catch {
    if (sqlite.isTransaction) sqlite.exec('ROLLBACK')
  }
}

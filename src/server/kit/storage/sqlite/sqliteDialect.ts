import {
  SqliteAdapter,
  SqliteIntrospector,
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type Kysely,
  type QueryResult,
  type SqliteDatabase,
} from 'kysely'
import { setTimeout as sleep } from 'node:timers/promises'
import { GroupCommit } from './groupCommit.ts'
import { ReadSnapshot } from './readSnapshot.ts'
import { SqliteCompiler } from './sqliteCompiler.ts'
import { kyselyDatabase, sqliteCodeOf, type Sqlite } from './sqliteDriver.ts'
import type { TroubleKind, TroubleRecord } from '../trouble.ts'

/** Time that a statement waits for the lock of another program, while the process goes on. */
const LOCK_WAIT_MS = 5_000
const POLL_MS = 20
/** A wait that is reported. */
const LONG_WAIT_MS = 1_000

const TROUBLES: Readonly<Record<string, TroubleKind>> = {
  SQLITE_FULL: 'full',
  SQLITE_IOERR: 'failing',
  SQLITE_CORRUPT: 'damaged',
}

/** Connections to one database. */
export interface SqliteConnections {
  writer: Sqlite
  /** Reads what is committed, while a transaction is open too; null in memory: reads wait for the turn of the writer. */
  reader: Sqlite | null
}

/**
 * SQLite for kysely, with group commit. A statement waits for the lock of another program without blocking the process, and what prevents
 * writes is recorded.
 */
export class GroupingSqliteDialect implements Dialect {
  readonly #driver: GroupingDriver

  constructor(connections: SqliteConnections, trouble: TroubleRecord) {
    this.#driver = new GroupingDriver(connections, trouble)
  }

  createDriver = (): Driver => this.#driver
  createQueryCompiler = (): SqliteCompiler => new SqliteCompiler()
  createAdapter = (): SqliteAdapter => new ReadingAdapter(this.#driver)
  createIntrospector = (db: Kysely<unknown>): SqliteIntrospector => new SqliteIntrospector(db)
}

/** Reads what is committed without a turn on a connection: kysely's own bookkeeping takes longer than most reads. */
export class ReadingAdapter extends SqliteAdapter {
  readonly #driver: GroupingDriver

  constructor(driver: GroupingDriver) {
    super()
    this.#driver = driver
  }

  /** The result of a query outside of a transaction; null if it must have a turn. */
  read<Row>(query: CompiledQuery): Promise<QueryResult<Row>> | null {
    return this.#driver.read<Row>(query)
  }
}

/** Connection as kysely sees it. It has the writer's turn from its first write, or within its transaction. */
interface Turn extends DatabaseConnection {
  state: 'none' | 'alone' | 'transaction' | 'ended'
}

type Parameters = CompiledQuery['parameters']

const COMMIT = /^commit/i
const READ = /^\s*select\b/i

class GroupingDriver implements Driver {
  readonly #sqlite: Sqlite
  readonly #writer: SqliteDatabase
  readonly #reader: SqliteDatabase | null
  readonly #snapshot: ReadSnapshot | null
  readonly #trouble: TroubleRecord
  readonly #group: GroupCommit

  constructor({ writer, reader }: SqliteConnections, trouble: TroubleRecord) {
    this.#sqlite = writer
    this.#writer = kyselyDatabase(writer)
    this.#reader = reader && kyselyDatabase(reader)
    this.#snapshot = reader && new ReadSnapshot(reader)
    this.#trouble = trouble
    this.#group = new GroupCommit({
      runWhenUnlocked: async (sql) => void (await this.#execute(this.#writer, sql)),
      run: (sql) => void this.#attempt(this.#writer, sql),
      isTransaction: () => writer.isTransaction,
    })
  }

  async init(): Promise<void> {
    // The connections are open.
  }

  acquireConnection(): Promise<Turn> {
    const turn: Turn = {
      state: 'none',
      executeQuery: (query) => this.#query(turn, query),
      streamQuery() {
        throw new Error('Rows are read at once: an open cursor would keep an old snapshot for all reads')
      },
    }
    return Promise.resolve(turn)
  }

  async releaseConnection(turn: Turn): Promise<void> {
    if (turn.state === 'alone') this.#group.leave()
  }

  async beginTransaction(turn: Turn): Promise<void> {
    await this.#group.begin()
    turn.state = 'transaction'
  }

  async commitTransaction(turn: Turn): Promise<void> {
    turn.state = 'ended'
    await this.#group.commit()
  }

  /** kysely calls it after a failed commit, too. */
  async rollbackTransaction(turn: Turn): Promise<void> {
    if (turn.state === 'ended') return
    turn.state = 'ended'
    await this.#group.rollback()
  }

  async destroy(): Promise<void> {
    this.#snapshot?.close()
    this.#reader?.close()
    this.#writer.close()
  }

  read<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> | null {
    return this.#reader && READ.test(sql) ? this.#execute(this.#reader, sql, parameters) : null
  }

  async #query<Row>(turn: Turn, query: CompiledQuery): Promise<QueryResult<Row>> {
    const { sql, parameters } = query
    if (turn.state === 'none') {
      const read = this.read<Row>(query)
      if (read) return await read
      await this.#group.enter()
      turn.state = 'alone'
    }
    if (turn.state === 'transaction') this.#group.check()
    return await this.#execute(this.#writer, sql, parameters)
  }

  /** Runs a statement; waits for the lock of another program. */
  async #execute<Row>(database: SqliteDatabase, sql: string, parameters: Parameters = []): Promise<QueryResult<Row>> {
    const started = performance.now()
    for (;;) {
      try {
        return this.#attempt(database, sql, parameters)
      } catch (error) {
        const waited = performance.now() - started
        const isLocked = sqliteCodeOf(error) === 'SQLITE_BUSY'
        if (isLocked && waited > LONG_WAIT_MS) this.#trouble.set('locked')
        if (!isLocked || waited > LOCK_WAIT_MS) throw error
        await sleep(POLL_MS)
      }
    }
  }

  /** Runs a statement and records whether the database can be written. */
  #attempt<Row>(database: SqliteDatabase, sql: string, parameters: Parameters = []): QueryResult<Row> {
    try {
      if (database === this.#reader) this.#snapshot?.open()
      else if (!this.#sqlite.isTransaction || COMMIT.test(sql)) this.#snapshot?.close()
      const statement = database.prepare(sql)
      if (statement.reader) return { rows: statement.all(parameters) as Row[] }
      const { changes, lastInsertRowid } = statement.run(parameters)
      // A commit, or a change outside of a transaction, has reached the disk.
      if (this.#trouble.current() !== null && !this.#sqlite.isTransaction && (changes > 0 || COMMIT.test(sql)))
        this.#trouble.set(null)
      return { numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid), rows: [] }
    } catch (error) {
      const trouble = TROUBLES[sqliteCodeOf(error) ?? '']
      if (trouble) this.#trouble.set(trouble)
      this.#group.failed(error)
      throw error
    }
  }
}

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

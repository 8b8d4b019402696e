import { CompiledQuery, Kysely, PostgresDialect, sql, type PostgresPool } from 'kysely'
import { Pool, types as defaults, type CustomTypesConfig } from 'pg'
import type { OpenDatabase, Tables } from '../../../db.ts'
import type { Logger } from '../../observability/log.ts'
import { StartError } from '../../startError.ts'
import { checkCollation, DATABASE_TEXTS, type DatabaseTexts } from '../address.ts'
import { campaign } from './leaderElection.ts'
import type { AnyTables } from '../migrations.ts'
import { postgresReader } from './postgresSchema.ts'
import { acquireLocks, onTransactionConnection } from '../transaction.ts'
import { watchPostgresTrouble } from './postgresTrouble.ts'
import { createTrouble } from '../trouble.ts'
import { statementName } from '../preparedQuery.ts'
import { updateSchema, type Target } from '../updateSchema.ts'

/** Advisory lock of the leader: any number that is not used otherwise. */
const LEADER_LOCK = 7_261_002
/** Processes that start at the same time migrate one after the other. */
const SCHEMA_LOCK = 'tables'

const INT8 = 20
const NUMERIC = 1700
const POOL_SIZE = 10
/** Connection timeout. */
const CONNECT_MS = 3_000

/** Reads BIGINT and its sums as BigInt; there are no fractions. */
const types: CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === INT8 || oid === NUMERIC
      ? (text: string) => BigInt(text)
      : (defaults.getTypeParser(oid, format) as (text: string) => unknown),
}

/** The pool for kysely. Prepared queries are named statements: each connection parses and plans them once. */
const withStatementNames = (pool: Pool): PostgresPool => ({
  end: () => pool.end(),
  async connect() {
    const client = await pool.connect()
    const query = (text: string, values: readonly unknown[]) => {
      const name = statementName(text)
      return client.query({ text, values: [...values], ...(name !== undefined && { name }) })
    }
    return { query, release: () => client.release() } as unknown as Awaited<ReturnType<PostgresPool['connect']>>
  },
})

/**
 * Connects to a PostgreSQL database, migrates it, and creates missing tables and columns. Throws if the schema then differs from
 * the definitions. The caller closes it.
 */
export async function openPostgres(address: string, target: Target): Promise<OpenDatabase> {
  const pool = new Pool({
    connectionString: address,
    max: POOL_SIZE,
    types,
    keepAlive: true,
    connectionTimeoutMillis: CONNECT_MS,
  })
  // The pool replaces a broken connection; its pending statement fails.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  const trouble = createTrouble()
  const watch = watchPostgresTrouble(trouble, () => writeAndUndo(db))
  const db = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: withStatementNames(pool) }),
    log: (event) => {
      if (event.level === 'error') watch.failed(event.error)
    },
  })
  const inSchema = (work: (connection: Kysely<AnyTables>) => Promise<void> = () => Promise.resolve()): Promise<void> =>
    onTransactionConnection(
      db as unknown as Kysely<AnyTables>,
      'BEGIN ISOLATION LEVEL READ COMMITTED',
      async (connection) => {
        await acquireLocks(connection, [SCHEMA_LOCK])
        await work(connection)
        const { rows } = await sql<{ name: string; oid: string; creates: boolean }>`
        SELECT nspname AS name, oid::text AS oid, has_schema_privilege(oid, 'CREATE') AS creates FROM pg_namespace WHERE nspname = current_schema()`.execute(
          connection,
        )
        const [schema] = rows
        if (!schema) throw new Error('The database has no schema to make tables in')
        try {
          await updateSchema(connection, target, postgresReader(schema))
        } catch (error) {
          throw schema.creates || error instanceof StartError
            ? error
            : new StartError(
                `The user of DATABASE_URL may not create tables in the schema "${schema.name}". Make it the owner of the database.`,
              )
        }
      },
    )
  try {
    const { rows } = await db.executeQuery<DatabaseTexts>(CompiledQuery.raw(DATABASE_TEXTS))
    rows.forEach(checkCollation)
    await inSchema()
  } catch (error) {
    await db.destroy()
    throw error
  }
  return {
    db,
    shared: true,
    reset: () =>
      inSchema(async (connection) => {
        const { rows } = await sql<{ name: string }>`
          SELECT tablename AS name FROM pg_tables
          WHERE schemaname = current_schema() AND tablename NOT LIKE 'catalogue\\_%'
            AND tablename NOT LIKE 'operator\\_%' AND tablename NOT LIKE 'kysely\\_%'`.execute(connection)
        for (const { name } of rows) await connection.schema.dropTable(name).cascade().execute()
      }),
    async compact() {
      for (const table of ['two_factor', 'operator_accounts', 'uploads'])
        await sql`VACUUM FULL ${sql.table(table)}`.execute(db)
    },
    trouble,
    watchIntegrity(log) {
      void warnWithoutChecksums(db, log)
      return () => undefined
    },
    pool: () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    campaign: () => campaign(address, LEADER_LOCK),
    async close() {
      watch.stop()
      await db.destroy()
    },
  }
}

/** Takes a megabyte of the disk and gives it back; throws if there is none. */
async function writeAndUndo(db: Kysely<Tables>): Promise<void> {
  await db.connection().execute(async (connection) => {
    await sql`BEGIN`.execute(connection)
    try {
      await sql`CREATE TEMPORARY TABLE space ON COMMIT DROP AS SELECT generate_series(1, 30000)`.execute(connection)
    } finally {
      await sql`ROLLBACK`.execute(connection)
    }
  })
}

/** PostgreSQL notices most damage of a page only by its checksum. */
async function warnWithoutChecksums(db: Kysely<Tables>, log: Logger): Promise<void> {
  try {
    const { rows } = await sql<{ data_checksums: string }>`SHOW data_checksums`.execute(db)
    if (rows[0]?.data_checksums !== 'on')
      log.warn(
        'PostgreSQL has no data checksums, so a damaged page can be read as data. Stop it and run pg_checksums --enable',
      )
  } catch (error) {
    log.warn({ err: error }, 'whether PostgreSQL has data checksums is not known')
  }
}

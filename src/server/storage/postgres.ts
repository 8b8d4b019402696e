import { CompiledQuery, Kysely, PostgresDialect, type Transaction } from 'kysely'
import { Pool, types as defaults, type CustomTypesConfig } from 'pg'
import type { OpenDatabase, Tables } from '../db.ts'
import { checkCollation, DATABASE_TEXTS, type DatabaseTexts } from './address.ts'
import { cannotAdd, isTable, missingColumns } from './columns.ts'
import { campaign } from './leaderElection.ts'
import { writeSchemaVersion, MIGRATIONS, SCHEMA_VERSION_KEY, pendingMigrations } from './migrations.ts'
import { postgresDdl } from './postgresDdl.ts'
import { checkPostgresSchema } from './postgresSchema.ts'
import { inTransaction } from './transaction.ts'

/** Advisory lock of the leader: any number that is not used otherwise. */
const LEADER_LOCK = 7_261_002

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

/**
 * Connects to a PostgreSQL database, migrates it, and creates missing tables and columns. Throws if the schema then differs from
 * `statements`. The caller closes it.
 */
export async function openPostgres(
  address: string,
  statements: readonly string[],
  migrations = MIGRATIONS,
): Promise<OpenDatabase> {
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
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  const ddl = postgresDdl(statements)
  const tableCount = ddl.findLastIndex(isTable) + 1
  const createTables = (before: readonly string[] = []) =>
    inTransaction(db, ['tables'], async (trx) => {
      const run = async (texts: readonly string[]) => {
        for (const text of texts) await trx.executeQuery(CompiledQuery.raw(text))
      }
      await run(before)
      for (const { text, failed } of pendingMigrations(await schemaVersion(trx), migrations, 'postgres')) {
        await run([text]).catch((error: unknown) => {
          throw failed(error)
        })
      }
      await run(ddl.slice(0, tableCount))
      const { rows } = await trx.executeQuery(
        CompiledQuery.raw(
          "SELECT table_name || '.' || column_name AS name FROM information_schema.columns WHERE table_schema = current_schema()",
        ),
      )
      for (const { column, statement } of missingColumns(
        ddl,
        new Set((rows as { name: string }[]).map(({ name }) => name)),
      )) {
        await run([statement]).catch((error: unknown) => {
          throw cannotAdd(column, error)
        })
      }
      // Indexes and triggers may use the added columns.
      await run(ddl.slice(tableCount))
      await checkPostgresSchema(trx, ddl)
      await run([writeSchemaVersion(migrations)])
    })
  try {
    const { rows } = await db.executeQuery<DatabaseTexts>(CompiledQuery.raw(DATABASE_TEXTS))
    rows.forEach(checkCollation)
    await createTables()
  } catch (error) {
    await db.destroy()
    throw error
  }
  return {
    db,
    shared: true,
    async reset() {
      const { rows } = await db.executeQuery(
        CompiledQuery.raw(
          "SELECT tablename AS name FROM pg_tables WHERE schemaname = current_schema() AND tablename NOT LIKE 'catalogue\\_%'",
        ),
      )
      await createTables((rows as { name: string }[]).map(({ name }) => `DROP TABLE IF EXISTS "${name}" CASCADE`))
    },
    campaign: () => campaign(address, LEADER_LOCK),
    async close() {
      await db.destroy()
    },
  }
}

/** Null for an empty database. */
async function schemaVersion(trx: Transaction<Tables>): Promise<number | null> {
  const { rows } = await trx.executeQuery(
    CompiledQuery.raw("SELECT 1 FROM pg_tables WHERE schemaname = current_schema() AND tablename = 'facts'"),
  )
  if (rows.length === 0) return null
  const row = await trx.selectFrom('facts').select('value').where('name', '=', SCHEMA_VERSION_KEY).executeTakeFirst()
  return Number(row?.value ?? 0)
}

import { CompiledQuery, Kysely, PostgresDialect, type Transaction } from 'kysely'
import { Pool, types as own, type CustomTypesConfig } from 'pg'
import type { OpenDatabase, Tables } from '../db.ts'
import { cannotAdd, isTable, missingColumns } from './columns.ts'
import { standForLead } from './lead.ts'
import { keepShape, MIGRATIONS, SHAPE, stepsFrom } from './migrations.ts'
import { postgresDdl } from './postgresDdl.ts'
import { checkPostgres } from './postgresShape.ts'
import { inTransaction } from './transaction.ts'

/** Advisory lock of who leads: any number that nobody else uses. */
const LEAD = 7_261_002

const INT8 = 20
const NUMERIC = 1700
const CONNECTIONS = 10
/** So long a database that does not answer is waited for. */
const CONNECT_MS = 3_000

/** Integers are read as BigInt, and so are their sums; nothing here has a fraction. */
const types: CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') => (oid === INT8 || oid === NUMERIC ? (text: string) => BigInt(text) : (own.getTypeParser(oid, format) as (text: string) => unknown)),
}

export async function openPostgres(address: string, statements: readonly string[], migrations = MIGRATIONS): Promise<OpenDatabase> {
  const pool = new Pool({ connectionString: address, max: CONNECTIONS, types, keepAlive: true, connectionTimeoutMillis: CONNECT_MS })
  // A connection that breaks is replaced at the next use, and what was on its way on it fails: also one that breaks between two statements.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  const ddl = postgresDdl(statements)
  const last = ddl.findLastIndex(isTable) + 1
  const create = (before: readonly string[] = []) =>
    inTransaction(db, ['tables'], async (trx) => {
      const run = async (texts: readonly string[]) => {
        for (const text of texts) await trx.executeQuery(CompiledQuery.raw(text))
      }
      await run(before)
      for (const { text, failed } of stepsFrom(await shapeNumber(trx), migrations, 'postgres')) {
        await run([text]).catch((error: unknown) => {
          throw failed(error)
        })
      }
      await run(ddl.slice(0, last))
      const { rows } = await trx.executeQuery(CompiledQuery.raw("SELECT table_name || '.' || column_name AS place FROM information_schema.columns WHERE table_schema = current_schema()"))
      for (const { place, statement } of missingColumns(ddl, new Set((rows as { place: string }[]).map((column) => column.place)))) {
        await run([statement]).catch((error: unknown) => {
          throw cannotAdd(place, error)
        })
      }
      // Indexes and guards may be about columns that have just been added.
      await run(ddl.slice(last))
      await checkPostgres(trx, ddl)
      await run([keepShape(migrations)])
    })
  try {
    await create()
  } catch (error) {
    await db.destroy()
    throw error
  }
  return {
    db,
    shared: true,
    async reset() {
      const { rows } = await db.executeQuery(CompiledQuery.raw("SELECT tablename AS name FROM pg_tables WHERE schemaname = current_schema() AND tablename NOT LIKE 'catalogue\\_%'"))
      await create((rows as { name: string }[]).map(({ name }) => `DROP TABLE IF EXISTS "${name}" CASCADE`))
    },
    stand: () => standForLead(address, LEAD),
    async close() {
      await db.destroy()
    },
  }
}

/** Null where there are no tables yet. */
async function shapeNumber(trx: Transaction<Tables>): Promise<number | null> {
  const { rows } = await trx.executeQuery(CompiledQuery.raw("SELECT 1 FROM pg_tables WHERE schemaname = current_schema() AND tablename = 'facts'"))
  if (rows.length === 0) return null
  const row = await trx.selectFrom('facts').select('value').where('name', '=', SHAPE).executeTakeFirst()
  return Number(row?.value ?? 0)
}

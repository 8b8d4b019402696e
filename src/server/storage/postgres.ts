import { CompiledQuery, Kysely, PostgresDialect, PostgresDriver, type DatabaseConnection, type Driver, type PostgresDialectConfig, type TransactionSettings } from 'kysely'
import { Pool, types as own, type CustomTypesConfig } from 'pg'
import type { OpenDatabase, Tables } from '../db.ts'
import { standForLead } from './lead.ts'
import { postgresDdl } from './postgresDdl.ts'

/** Advisory locks of the server: any numbers that nobody else uses. */
export const LOCKS = { write: 7_261_001, lead: 7_261_002 } as const

const INT8 = 20
const NUMERIC = 1700
const CONNECTIONS = 10

/** Integers are read as BigInt, and so are their sums; nothing here has a fraction. */
const types: CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') => (oid === INT8 || oid === NUMERIC ? (text: string) => BigInt(text) : (own.getTypeParser(oid, format) as (text: string) => unknown)),
}

/** One transaction at a time, as on SQLite: what is read inside of one stays true until it ends, whichever process it runs in. */
class OneWriter extends PostgresDriver {
  override async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    await super.beginTransaction(connection, settings)
    await connection.executeQuery(CompiledQuery.raw('SELECT pg_advisory_xact_lock($1)', [LOCKS.write]))
  }
}

class OneWriterDialect extends PostgresDialect {
  readonly #config: PostgresDialectConfig
  constructor(config: PostgresDialectConfig) {
    super(config)
    this.#config = config
  }
  override createDriver(): Driver {
    return new OneWriter(this.#config)
  }
}

export async function openPostgres(address: string, statements: readonly string[]): Promise<OpenDatabase> {
  const pool = new Pool({ connectionString: address, max: CONNECTIONS, types })
  // A connection that breaks while nobody uses it is replaced at the next use.
  pool.on('error', () => undefined)
  const db = new Kysely<Tables>({ dialect: new OneWriterDialect({ pool }) })
  const ddl = postgresDdl(statements)
  const run = (texts: readonly string[]) =>
    db.transaction().execute(async (trx) => {
      for (const text of texts) await trx.executeQuery(CompiledQuery.raw(text))
    })
  await run(ddl)
  return {
    db,
    async reset() {
      const { rows } = await db.executeQuery(CompiledQuery.raw("SELECT tablename AS name FROM pg_tables WHERE schemaname = current_schema() AND tablename NOT LIKE 'catalogue\\_%'"))
      await run([...(rows as { name: string }[]).map(({ name }) => `DROP TABLE IF EXISTS "${name}" CASCADE`), ...ddl])
    },
    stand: () => standForLead(address, LOCKS.lead),
    async close() {
      await db.destroy()
    },
  }
}

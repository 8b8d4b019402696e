import { StartError } from '../startError.ts'
import { Migrator, sql, type Kysely } from 'kysely'
import { formats } from '../../../engine/language/forms/schemaFormats.ts'
import { canonicalPhone } from '../phones.ts'
import { isPostgres } from './createTables.ts'
import type { DbSchema } from './schema.ts'

/**
 * Changes a database where adding tables, columns and indexes is not enough; the rest of kysely's Migration, `down`, is not used. A
 * released migration is never edited: databases of all earlier versions run it. SQLite changes a constraint by creating the table again.
 */
export interface Migration {
  up(db: Kysely<AnyTables>): Promise<void>
}

/** A migration knows its tables as they were, which the definitions no longer say. */
export type AnyTables = Record<string, Record<string, unknown>>

/** By name; append-only and in order of the names, which begin with a number. kysely stores the executed ones in `kysely_migration`. */
export type Migrations = Readonly<Record<string, Migration>>

/** Databases made before kysely's Migrator store their version, always 0, among the facts. */
const VERSION_FACT = 'shape'

export const MIGRATIONS: Migrations = {
  '0001 executed migrations are rows of kysely_migration': {
    async up(db) {
      await db.deleteFrom('facts').where('name', '=', VERSION_FACT).execute()
    },
  },
  '0002 transfers of the ledger have the balances after them': {
    async up(db) {
      for (const side of ['payer', 'payee']) {
        await db.schema.alterTable('ledger_transfer').addColumn(`${side}_balance`, 'bigint').execute()
        await db.schema.dropIndex(`ledger_transfer_${side}`).ifExists().execute()
      }
      const entries = sql`
        SELECT posting, line, payer AS account, -amount AS change, 'payer' AS side FROM ledger_transfer
        UNION ALL SELECT posting, line, payee, amount, 'payee' FROM ledger_transfer`
      const running = sql`
        SELECT posting, line, side, CAST(SUM(change) OVER (PARTITION BY account ORDER BY posting, line) AS BIGINT) AS balance
        FROM (${entries}) AS entries WHERE account IN (SELECT id FROM ledger_account WHERE owner <> 'system')`
      for (const side of ['payer', 'payee'])
        await sql`UPDATE ledger_transfer SET ${sql.ref(`${side}_balance`)} = running.balance FROM (${running}) AS running
          WHERE running.posting = ledger_transfer.posting AND running.line = ledger_transfer.line AND running.side = ${sql.lit(side)}`.execute(
          db,
        )
    },
  },
  '0003 phones have one spelling': {
    async up(db) {
      const users = await db
        .selectFrom('users')
        .select(['id', 'phone'])
        .where('phone', 'is not', null)
        .orderBy('created')
        .orderBy('id')
        .execute()
      const rows = users.map(({ id, phone }) => ({
        id,
        phone: String(phone),
        canonical: canonicalPhone(String(phone)),
      }))
      const isPhone = (text: string) => formats.phone?.(text) === true
      const taken = new Set(rows.flatMap(({ phone, canonical }) => (phone === canonical ? phone : [])))
      for (const { id, phone, canonical } of rows) {
        if (phone === canonical && isPhone(phone)) continue
        // Of several users with one number the first keeps it. The others log in with their account name, which is unchanged.
        const own = taken.has(canonical) || !isPhone(canonical) ? null : canonical
        taken.add(canonical)
        await db.updateTable('users').set({ phone: own }).where('id', '=', id).execute()
      }
    },
  },
  '0004 closed orders have their symbol and fee': {
    async up(db) {
      await db.schema
        .alterTable('closed_orders')
        .addColumn('symbol', 'text', (column) => column.notNull().defaultTo(''))
        .execute()
      await db.schema
        .alterTable('closed_orders')
        .addColumn('fee', isPostgres(db) ? 'bigint' : 'integer', (column) => column.notNull().defaultTo(0))
        .execute()
      // The volume of a sale is its amount in the unit of account. A tie returns the fee.
      const sources = [
        [
          'spot',
          'spot_orders',
          sql`CASE WHEN o.amount = volume THEN o.fee ELSE ROUND(o.fee * 1.0 * volume / o.amount) END`,
        ],
        ['seconds', 'seconds_orders', sql`CASE WHEN o.entry_price = o.exit_price THEN 0 ELSE o.fee END`],
        ['leveraged', 'lever_deals', sql`o.fee`],
      ] as const
      for (const [kind, table, fee] of sources)
        await sql`UPDATE closed_orders SET symbol = o.symbol, fee = CAST(${fee} AS BIGINT) FROM ${sql.table(table)} AS o
          WHERE closed_orders.kind = ${sql.lit(kind)} AND o.id = closed_orders.id`.execute(db)
    },
  },
  '0005 fixed-time contracts can be sold and cancelled': {
    async up(db) {
      const [before, after] = ['BETWEEN 0 AND 3', 'BETWEEN 0 AND 5']
      if (isPostgres(db)) {
        const constraint = sql.id('seconds_orders_status_check')
        await sql`ALTER TABLE seconds_orders DROP CONSTRAINT ${constraint},
          ADD CONSTRAINT ${constraint} CHECK (status ${sql.raw(after)})`.execute(db)
        return
      }
      const { rows } = await sql<{ sql: string }>`SELECT sql FROM sqlite_master WHERE name = 'seconds_orders'`.execute(
        db,
      )
      const definition = rows[0]?.sql ?? ''
      await sql.raw(definition.replace('seconds_orders', 'wider_seconds_orders').replace(before, after)).execute(db)
      await sql`INSERT INTO wider_seconds_orders SELECT * FROM seconds_orders`.execute(db)
      await db.schema.dropTable('seconds_orders').execute()
      await db.schema.alterTable('wider_seconds_orders').renameTo('seconds_orders').execute()
    },
  },
}

/** Names of the migrations that the database has executed. */
export async function executedMigrations(db: Kysely<AnyTables>, found: DbSchema): Promise<string[]> {
  if (!found.has('column kysely_migration.name')) return []
  const rows = await db.selectFrom('kysely_migration').select('name').execute()
  return rows.map(({ name }) => String(name))
}

/**
 * Executes the pending migrations on a connection that is inside a transaction. An empty database needs none: they are only recorded.
 * Returns whether any was executed. Throws for a database of a later version.
 */
export async function migrate(
  db: Kysely<AnyTables>,
  migrations: Migrations,
  { found, empty, schema }: { found: DbSchema; empty: boolean; schema?: string },
): Promise<boolean> {
  const executed = await executedMigrations(db, found)
  const unknown = executed.filter((name) => !Object.hasOwn(migrations, name))
  if (unknown.length > 0)
    throw new StartError(
      `This database was made by a later version: this version does not know its migration "${unknown.join('", "')}". Start the version that made it, or start with an empty database.`,
    )
  if (Object.keys(migrations).every((name) => executed.includes(name))) return false
  let failure: Error | null = null
  const attempt = async (name: string, { up }: Migration, trx: Kysely<AnyTables>): Promise<void> => {
    try {
      if (!empty) await up(trx)
    } catch (error) {
      throw (failure = new Error(
        `This database could not be migrated (${name}): ${error instanceof Error ? error.message : String(error)}. It is left as it was.`,
        { cause: error },
      ))
    }
  }
  const { error } = await new Migrator({
    db,
    provider: {
      getMigrations: () =>
        Promise.resolve(
          Object.fromEntries(
            Object.entries(migrations).map(([name, migration]) => [
              name,
              { up: (trx: Kysely<AnyTables>) => attempt(name, migration, trx) },
            ]),
          ),
        ),
    },
    // The caller's transaction also has the additions and the check of the schema.
    disableTransactions: true,
    ...(schema !== undefined && { migrationTableSchema: schema }),
  }).migrateToLatest()
  // On PostgreSQL `error` would be that of a statement after the failed one.
  const problem = failure ?? error
  if (problem !== undefined) throw problem
  return !empty
}

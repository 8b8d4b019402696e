import type { Kysely } from 'kysely'
import { addMissing, isFound } from './createTables.ts'
import { migrate, type AnyTables, type Migrations } from './migrations.ts'
import { checkSchema, type DbSchema } from './schema.ts'
import type { Definitions } from './table.ts'

/** The tables that a database has to have. */
export interface Target {
  tables: Definitions
  migrations: Migrations
}

/** Database-specific reading of the schema. */
export interface SchemaReader {
  read(db: Kysely<AnyTables>): Promise<DbSchema>
  /** The schema of the definitions, as `read` describes it. */
  expected(db: Kysely<AnyTables>, tables: Definitions): Promise<DbSchema>
  /** PostgreSQL: the schema with the tables. */
  schema?: string
}

/**
 * Migrates the database, adds what is missing, and throws if the schema then differs from the definitions. The connection is inside a
 * transaction. Returns whether a migration was executed.
 */
export async function updateSchema(
  db: Kysely<AnyTables>,
  { tables, migrations }: Target,
  { read, expected, schema }: SchemaReader,
): Promise<boolean> {
  const before = await read(db)
  const empty = !Object.entries(tables).some(([name, table]) => isFound(before, name, table))
  const migrated = await migrate(db, migrations, { found: before, empty, ...(schema !== undefined && { schema }) })
  const found = migrated ? await read(db) : before
  const added = await addMissing(db, tables, found)
  checkSchema(added ? await read(db) : found, await expected(db, tables))
  return migrated
}

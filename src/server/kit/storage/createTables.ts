import { PostgresAdapter, sql, type ColumnDefinitionBuilder, type CreateTableBuilder, type Kysely } from 'kysely'
import type { DbSchema } from './schema.ts'
import type { ColumnDefinition, Definitions, IndexDefinition, Table } from './table.ts'

/** Case-insensitive collation, under the name it has on SQLite. */
const COLLATION =
  "CREATE COLLATION IF NOT EXISTS nocase (provider = icu, locale = 'und-u-ks-level2', deterministic = false)"

const APPEND_ONLY = ['update', 'delete']

export const isPostgres = <T>(db: Kysely<T>): boolean => db.getExecutor().adapter instanceof PostgresAdapter

/** Creates the tables, columns, indexes and triggers that `found` does not have. Returns whether it created any. */
export async function addMissing<T>(db: Kysely<T>, tables: Definitions, found: DbSchema): Promise<boolean> {
  let added = false
  const add = async (name: string, create: () => Promise<unknown>): Promise<void> => {
    if (found.has(name)) return
    await create()
    added = true
  }
  const missing = Object.entries(tables).filter(([name, table]) => !isFound(found, name, table))
  if (missing.length > 0 && isPostgres(db)) await sql.raw(COLLATION).execute(db)
  for (const [name, table] of Object.entries(tables)) {
    if (!isFound(found, name, table)) await createTable(db, name, table)
    else
      for (const [column, { definition }] of Object.entries(table.columns))
        await add(`column ${name}.${column}`, () => addColumn(db, name, column, definition))
    for (const [index, definition] of indexesOf(table))
      await add(`index ${index}`, () => createIndex(db, name, index, definition))
    for (const verb of table.appendOnly ? APPEND_ONLY : [])
      await add(`trigger ${name}_${verb}`, () => rejectVerb(db, name, verb))
  }
  return added || missing.length > 0
}

/** Creates the tables with their indexes and without triggers. */
export async function createTables<T>(db: Kysely<T>, tables: Definitions): Promise<void> {
  for (const [name, table] of Object.entries(tables)) {
    await createTable(db, name, table)
    for (const [index, definition] of indexesOf(table)) await createIndex(db, name, index, definition)
  }
}

/** Whether the database has the table. */
export const isFound = (found: DbSchema, name: string, { columns }: Table): boolean =>
  Object.keys(columns).some((column) => found.has(`column ${name}.${column}`))

const indexesOf = ({ indexes = {} }: Table): [string, IndexDefinition][] => Object.entries(indexes)

async function createTable<T>(db: Kysely<T>, name: string, table: Table): Promise<void> {
  const postgres = isPostgres(db)
  const { columns, primaryKey, unique = [], foreignKeys = [], checks = [] } = table
  let builder: CreateTableBuilder<string, string> = db.schema.createTable(name)
  for (const [column, { definition }] of Object.entries(columns))
    builder = builder.addColumn(column, typeOf(definition, postgres), buildColumn(column, definition, postgres))
  if (primaryKey) builder = builder.addPrimaryKeyConstraint(`${name}_pkey`, [...primaryKey])
  for (const own of unique) builder = builder.addUniqueConstraint(`${name}_${own.join('_')}_key`, [...own])
  for (const { columns: own, table: referenced, target } of foreignKeys)
    builder = builder.addForeignKeyConstraint(`${name}_${own.join('_')}_fkey`, [...own], referenced, [...target])
  for (const [at, check] of checks.entries())
    builder = builder.addCheckConstraint(`${name}_check_${at + 1}`, sql.raw(check))
  const storage = postgres ? [] : storageOf(table)
  if (storage.length > 0) builder = builder.modifyEnd(sql.raw(storage.join(', ')))
  await builder.execute()
}

const storageOf = ({ strict = true, withoutRowid = false }: Table): string[] => [
  ...(strict ? ['strict'] : []),
  ...(withoutRowid ? ['without rowid'] : []),
]

/** A NOT NULL column without a default cannot be added to existing rows. */
async function addColumn<T>(db: Kysely<T>, table: string, column: string, definition: ColumnDefinition): Promise<void> {
  const postgres = isPostgres(db)
  try {
    await db.schema
      .alterTable(table)
      .addColumn(column, typeOf(definition, postgres), buildColumn(column, definition, postgres))
      .execute()
  } catch (error) {
    throw new Error(
      `This database has no column ${table}.${column}, and it cannot be added: ${error instanceof Error ? error.message : String(error)}`,
      { cause: error },
    )
  }
}

function typeOf({ type }: ColumnDefinition, postgres: boolean): 'text' | 'integer' | 'bigint' | 'blob' | 'bytea' {
  if (postgres && type === 'integer') return 'bigint'
  if (postgres && type === 'blob') return 'bytea'
  return type
}

const buildColumn =
  (name: string, definition: ColumnDefinition, postgres: boolean) =>
  (column: ColumnDefinitionBuilder): ColumnDefinitionBuilder => {
    let built = column
    if (definition.primaryKey) built = built.primaryKey()
    else if (!definition.nullable) built = built.notNull()
    if (definition.identity) built = postgres ? built.generatedByDefaultAsIdentity() : built.autoIncrement()
    if (definition.default !== undefined) built = built.defaultTo(definition.default)
    if (definition.unique) built = built.unique()
    if (definition.references !== undefined) built = built.references(definition.references)
    if (definition.cascade) built = built.onDelete('cascade')
    if (definition.check !== undefined) built = built.check(sql.raw(`${name} ${definition.check}`))
    return definition.ignoreCase ? built.modifyEnd(sql.raw('collate nocase')) : built
  }

async function createIndex<T>(
  db: Kysely<T>,
  table: string,
  name: string,
  { columns, unique, where }: IndexDefinition,
): Promise<void> {
  let builder = db.schema.createIndex(name).on(table)
  if (unique) builder = builder.unique()
  for (const column of columns)
    builder = typeof column === 'string' ? builder.column(column) : builder.expression(column)
  if (where !== undefined) builder = builder.where(sql.raw<boolean>(where))
  await builder.execute()
}

/** A trigger that rejects a verb; PostgreSQL needs a function for it. */
async function rejectVerb<T>(db: Kysely<T>, table: string, verb: string): Promise<void> {
  const trigger = `CREATE TRIGGER ${table}_${verb} BEFORE ${verb.toUpperCase()} ON ${table}`
  const message = `'${table} is append-only'`
  const statements = isPostgres(db)
    ? [
        `CREATE OR REPLACE FUNCTION ${table}_${verb}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION ${message}; END $$`,
        `${trigger} FOR EACH ROW EXECUTE FUNCTION ${table}_${verb}()`,
      ]
    : [`${trigger} BEGIN SELECT RAISE(ABORT, ${message}); END`]
  for (const statement of statements) await sql.raw(statement).execute(db)
}

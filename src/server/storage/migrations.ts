/**
 * What brings a database from one shape to the next, where gaining tables, columns and indexes is not enough. It is written once and stays as it
 * is: databases of every shape before it are brought on by it.
 */
export interface Migration {
  /** Short description, shown when the migration fails. */
  about: string
  /** Statements for both databases, or one list per dialect. SQLite changes a constraint by creating the table again. */
  statements: readonly string[] | Readonly<Record<Dialect, readonly string[]>>
}

export type Dialect = 'sqlite' | 'postgres'

/**
 * In order, and only ever added to: how many of them a database has seen is the number of its shape. `schemas/` has the definitions of each shape
 * that was released, so that a change of a definition that needs a step here and has none is seen by a test.
 */
export const MIGRATIONS: readonly Migration[] = []

/** Key of the schema version; missing means version 0. */
export const SCHEMA_VERSION_KEY = 'shape'

export interface Step {
  text: string
  /** Error of a failed statement. */
  failed(cause: unknown): Error
}

/** Statements that are pending for a schema version; `null`: an empty database, which needs none. Throws for a later version than this server knows. */
export function pendingMigrations(version: number | null, migrations: readonly Migration[], dialect: Dialect): Step[] {
  const from = version ?? migrations.length
  if (from > migrations.length) {
    throw new Error(`This database was made by a later version: it is of shape ${from}, and this version knows ${migrations.length}. Start the version that made it, or start with an empty database.`)
  }
  return migrations.slice(from).flatMap(({ about, statements }, at) => {
    const failed = (cause: unknown) =>
      new Error(`This database is of shape ${from} and could not be brought to ${from + at + 1} (${about}): ${cause instanceof Error ? cause.message : String(cause)}. It is left as it was.`, { cause })
    return ('sqlite' in statements ? statements[dialect] : statements).map((text) => ({ text, failed }))
  })
}

/** Statement that stores the schema version. */
export const writeSchemaVersion = (migrations: readonly Migration[]): string =>
  `INSERT INTO facts (name, value) VALUES ('${SCHEMA_VERSION_KEY}', '${migrations.length}') ON CONFLICT (name) DO UPDATE SET value = excluded.value`

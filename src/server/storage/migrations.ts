/**
 * Changes a database to the next schema version where adding tables, columns and indexes is not enough. A released migration is
 * never edited: databases of all earlier versions run it.
 */
export interface Migration {
  /** Short description, shown when the migration fails. */
  about: string
  /** Statements for both databases, or one list per dialect. SQLite changes a constraint by creating the table again. */
  statements: readonly string[] | Readonly<Record<Dialect, readonly string[]>>
}

export type Dialect = 'sqlite' | 'postgres'

/**
 * In order, append-only: the number of executed migrations is the schema version. `schemas/` stores the definitions of each released
 * version, so that a test finds a change without a migration.
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
    throw new Error(
      `This database was made by a later version: it is of shape ${from}, and this version knows ${migrations.length}. Start the version that made it, or start with an empty database.`,
    )
  }
  return migrations.slice(from).flatMap(({ about, statements }, at) => {
    const failed = (cause: unknown) =>
      new Error(
        `This database is of shape ${from} and could not be brought to ${from + at + 1} (${about}): ${cause instanceof Error ? cause.message : String(cause)}. It is left as it was.`,
        { cause },
      )
    return ('sqlite' in statements ? statements[dialect] : statements).map((text) => ({ text, failed }))
  })
}

/** Statement that stores the schema version. */
export const writeSchemaVersion = (migrations: readonly Migration[]): string =>
  `INSERT INTO facts (name, value) VALUES ('${SCHEMA_VERSION_KEY}', '${migrations.length}') ON CONFLICT (name) DO UPDATE SET value = excluded.value`

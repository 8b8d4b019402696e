import type { Generated } from 'kysely'
import type { Integer } from '../storage/integer.ts'

export type Action = 'build' | 'publish' | 'rollback' | 'refused'

export interface CatalogueTables {
  /** Screens, texts and the bodies of manifests, each under the hash of its content. */
  catalogue_files: { hash: string; text: string }
  /** Form validator modules by the SHA-256 of their text. Kept apart from the files: only these are served as scripts. */
  catalogue_modules: { hash: string; text: string }
  /** A revision is the hash of its manifest's body; with the author and time of its first publication. */
  catalogue_revisions: { revision: string; author: string; note: string; created: Integer }
  /** Publications, rollbacks and refusals, in order. The last row that is no refusal is live. */
  catalogue_log: {
    seq: Generated<bigint>
    action: Action
    revision: string | null
    urgent: Integer
    author: string
    note: string
    detail: string
    address: string
    created: Integer
  }
}

/** Triggers that make a table append-only: clients verify files by hash, and the log is an audit trail. */
const appendOnly = (table: string): string[] =>
  ['UPDATE', 'DELETE'].map(
    (verb) =>
      `CREATE TRIGGER IF NOT EXISTS ${table}_${verb.toLowerCase()} BEFORE ${verb} ON ${table} BEGIN SELECT RAISE(ABORT, '${table} is append-only'); END`,
  )

export const ddl = [
  `CREATE TABLE IF NOT EXISTS catalogue_files (hash TEXT PRIMARY KEY, text TEXT NOT NULL) STRICT, WITHOUT ROWID`,
  `CREATE TABLE IF NOT EXISTS catalogue_modules (hash TEXT PRIMARY KEY CHECK (length(hash) = 64), text TEXT NOT NULL) STRICT, WITHOUT ROWID`,
  `CREATE TABLE IF NOT EXISTS catalogue_revisions (
    revision TEXT PRIMARY KEY REFERENCES catalogue_files (hash), author TEXT NOT NULL, note TEXT NOT NULL, created INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID`,
  `CREATE TABLE IF NOT EXISTS catalogue_log (
    seq INTEGER PRIMARY KEY AUTOINCREMENT, action TEXT NOT NULL CHECK (action IN ('build', 'publish', 'rollback', 'refused')),
    revision TEXT REFERENCES catalogue_revisions (revision), urgent INTEGER NOT NULL CHECK (urgent IN (0, 1)),
    author TEXT NOT NULL, note TEXT NOT NULL, detail TEXT NOT NULL, address TEXT NOT NULL, created INTEGER NOT NULL,
    CHECK (action = 'refused' OR revision IS NOT NULL)
  ) STRICT`,
  `CREATE INDEX IF NOT EXISTS catalogue_log_live ON catalogue_log (seq) WHERE action <> 'refused'`,
  ...['catalogue_files', 'catalogue_modules', 'catalogue_revisions', 'catalogue_log'].flatMap(appendOnly),
]

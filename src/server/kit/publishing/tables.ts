import { flag, identity, integer, oneOf, table, text, type TableTypes } from '../storage/table.ts'

/** Append-only: clients verify files by hash, and the log is an audit trail. */
export const catalogueTables = {
  /** Screens, texts and the bodies of manifests, each under the hash of its content. */
  catalogue_files: table({
    columns: {
      hash: text().primaryKey(),
      text: text(),
    },
    appendOnly: true,
    withoutRowid: true,
  }),
  /** Form validator modules by the SHA-256 of their text. Kept apart from the files: only these are served as scripts. */
  catalogue_modules: table({
    columns: {
      hash: text().primaryKey(),
      text: text(),
    },
    checks: ['length(hash) = 64'],
    appendOnly: true,
    withoutRowid: true,
  }),
  /** A revision is the hash of its manifest's body; with the author and time of its first publication. */
  catalogue_revisions: table({
    columns: {
      revision: text().primaryKey().references('catalogue_files.hash'),
      author: text(),
      note: text(),
      created: integer(),
    },
    appendOnly: true,
    withoutRowid: true,
  }),
  /** Publications, rollbacks and refusals, in order. The last row that is no refusal is live. */
  catalogue_log: table({
    columns: {
      seq: identity(),
      action: oneOf('build', 'publish', 'rollback', 'refused'),
      revision: text().nullable().references('catalogue_revisions.revision'),
      urgent: flag(),
      author: text(),
      note: text(),
      detail: text(),
      address: text(),
      created: integer(),
    },
    checks: ["action = 'refused' OR revision IS NOT NULL"],
    indexes: {
      catalogue_log_live: { columns: ['seq'], where: "action <> 'refused'" },
    },
    appendOnly: true,
  }),
}

export type CatalogueTables = TableTypes<typeof catalogueTables>
export type Action = CatalogueTables['catalogue_log']['action']

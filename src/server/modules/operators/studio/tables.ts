import { bytes, integer, oneOf, table, text, type TableTypes } from '../../../kit/storage/table.ts'

/** Work of the studio. The names start with `catalogue_`, so that a reset of the sandbox leaves these tables. */
export const studioTables = {
  /** The source files of a published revision, as compressed JSON. `version` counts their replacements; null: none. */
  catalogue_sources: table({
    columns: { revision: text().primaryKey(), files: bytes(), created: integer(), version: integer().nullable() },
  }),
  /**
   * Named sets of changed files that are published together. `link` is the secret address of the draft. `published`: the request that
   * published it, with its answer, as JSON.
   */
  catalogue_change_sets: table({
    columns: {
      id: text().primaryKey(),
      name: text(),
      author: text(),
      link: text().unique(),
      state: oneOf('open', 'published'),
      revision: text().nullable(),
      published: text().nullable(),
      created: integer(),
      updated: integer(),
    },
  }),
  /** A changed file. `base` is the published text that the change started from; null: the file is missing there. */
  catalogue_changes: table({
    columns: {
      change_set: text().references('catalogue_change_sets.id', { cascade: true }),
      path: text(),
      text: text().nullable(),
      base: text().nullable(),
      version: integer(),
      author: text(),
      updated: integer(),
    },
    primaryKey: ['change_set', 'path'],
  }),
  /** Who has a change set open, and which file: the page sends it with each read. */
  catalogue_readers: table({
    columns: {
      change_set: text().references('catalogue_change_sets.id', { cascade: true }),
      author: text(),
      file: text().nullable(),
      seen: integer(),
    },
    primaryKey: ['change_set', 'author'],
  }),
  /**
   * Previews of change sets, which their links open: a manifest, and the files that differ from the live revision, by
   * hash.
   */
  catalogue_previews: table({
    columns: {
      change_set: text().primaryKey().references('catalogue_change_sets.id', { cascade: true }),
      seq: integer(),
      manifest: text(),
      files: text(),
    },
  }),
}

export type StudioTables = TableTypes<typeof studioTables>

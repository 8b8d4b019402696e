import { integer, table, text } from '../storage/table.ts'

export const frameworkTables = {
  /** An executed money call: the same key and body get the stored reply. */
  idempotency: table({
    columns: {
      user_id: text(),
      key: text(),
      call: text(),
      body_hash: text(),
      reply: text(),
      created: integer(),
    },
    primaryKey: ['user_id', 'key'],
    withoutRowid: true,
  }),
}

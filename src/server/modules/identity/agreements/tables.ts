import { integer, table, text } from '../../../kit/storage/table.ts'
import type { AgreedDocument } from './documents.ts'

export const agreementTables = {
  /** Documents that users have agreed to: each version with the time of the first agreement. */
  agreements: table({
    columns: {
      user_id: text().references('users.id'),
      document: text<AgreedDocument>(),
      version: text(),
      created: integer(),
    },
    primaryKey: ['user_id', 'document', 'version'],
    withoutRowid: true,
  }),
}

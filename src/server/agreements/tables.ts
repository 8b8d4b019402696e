import type { Calls } from '../../generated/calls.ts'
import { integer, table, text } from '../storage/table.ts'

export type Agreement = Calls['user/agreements']['data']['documents'][number]
export type AgreedDocument = Agreement['document']

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

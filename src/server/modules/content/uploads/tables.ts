import { integer, table, text } from '../../../kit/storage/table.ts'

export const uploadTables = {
  /** The purpose an image is used for; while the row exists, the image cannot be used again. */
  upload_uses: table({
    columns: {
      upload_id: text().primaryKey().references('uploads.id'),
      user_id: text().references('users.id'),
      purpose: text(),
      created: integer(),
    },
    withoutRowid: true,
  }),
}

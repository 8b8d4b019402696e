import type { Selectable } from 'kysely'
import { integer, oneOf, table, text, type TableTypes } from '../../../kit/storage/table.ts'

/** The reasons that a refusal of a level may have. */
export const REFUSAL_REASONS = {
  primary: ['nameMismatch', 'documentExpired', 'numberUnknown'],
  advanced: ['imageUnreadable', 'imageMismatch', 'imageIncomplete'],
} as const

export const verificationTables = {
  verifications: table({
    columns: {
      id: text().primaryKey(),
      user_id: text().references('users.id'),
      level: oneOf('primary', 'advanced'),
      /** Position in the list of identity statuses: 1 while in review, then 2, or 0 with the reason of the refusal. */
      status: integer().check('BETWEEN 0 AND 2'),
      reason: text().nullable(),
      /** Submitted fields, as JSON. */
      given: text(),
      /** Country, type and number of the document: one number is verified once. */
      document: text().nullable(),
      created: integer(),
      /** End of the review. */
      due: integer(),
    },
    checks: ['(reason IS NOT NULL) = (status = 0)', "(document IS NOT NULL) = (level = 'primary')"],
    indexes: {
      verifications_open: { unique: true, columns: ['user_id', 'level'], where: 'status > 0' },
      verifications_document: { unique: true, columns: ['document'], where: 'status > 0' },
      verifications_due: { columns: ['due'], where: 'status = 1' },
      verifications_latest: { columns: ['user_id', 'level', 'created desc'] },
    },
  }),
}

type Tables = TableTypes<typeof verificationTables>
export type VerificationRow = Selectable<Tables['verifications']>

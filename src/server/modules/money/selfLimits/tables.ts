import { integer, oneOf, table, text } from '../../../kit/storage/table.ts'

export const selfLimitTables = {
  /** Limits that users have set on their deposits and losses of real money: minor units of the unit of account. */
  self_limits: table({
    columns: {
      user_id: text().references('users.id'),
      kind: oneOf('deposit', 'loss'),
      period: oneOf('day', 'week', 'month'),
      /** Null: none, after the removal of one. */
      maximum: integer().check('>= 0').nullable(),
      /** The looser one that waits; null: no limit, or none waits. */
      next: integer().check('>= 0').nullable(),
      /** When it applies; null: none waits. */
      changes_at: integer().nullable(),
    },
    primaryKey: ['user_id', 'kind', 'period'],
    withoutRowid: true,
  }),
  /** Breaks that users have taken; the latest is in force until its end. */
  pauses: table({
    columns: {
      user_id: text().references('users.id'),
      kind: oneOf('timeOut', 'exclusion'),
      created: integer(),
      until: integer().check('> created'),
    },
    primaryKey: ['user_id', 'until'],
    withoutRowid: true,
  }),
}

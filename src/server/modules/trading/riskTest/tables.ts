import { flag, integer, table, text } from '../../../kit/storage/table.ts'

export const riskTestTables = {
  /** Answers of users to the risk test. */
  risk_tests: table({
    columns: {
      id: text().primaryKey(),
      user_id: text().references('users.id'),
      version: text(),
      /** The option of each question, as JSON. */
      answers: text(),
      passed: flag(),
      created: integer(),
    },
    indexes: {
      risk_tests_by_user: { columns: ['user_id', 'created desc'] },
    },
  }),
}

import type { Selectable } from 'kysely'
import type { Percent } from '../../../../engine/language/values/units.ts'
import { integer, table, text, type TableTypes } from '../../../kit/storage/table.ts'

export const loanTables = {
  /** Loans are of the real account. Amounts are minor units of the currency, times Unix seconds, percentages decimals. The terms are those of the day of the application. */
  loans: table({
    columns: {
      id: text().primaryKey(),
      user_id: text().references('users.id'),
      currency: text(),
      amount: integer().check('> fee'),
      /** Part of the amount. */
      fee: integer().check('>= 0'),
      days: integer().check('> 0'),
      rate: text<Percent>(),
      overdue_rate: text<Percent>(),
      /** Minimum of a repayment that does not end the loan. */
      least: integer(),
      /** Outstanding principal and interest. */
      principal: integer().check('BETWEEN 0 AND amount'),
      interest: integer().check('BETWEEN 0 AND charged'),
      /** Days that interest has been charged for. */
      charges: integer(),
      /** Interest charged in total, and its part for days after the term. */
      charged: integer(),
      late: integer().check('BETWEEN 0 AND charged'),
      repaid: integer().check('>= 0'),
      /** Position in the list of statuses of loans. */
      status: integer().check('BETWEEN 0 AND 4'),
      reason: text<'incomeUnclear' | 'creditTooLow' | 'riskRefused'>().nullable(),
      created: integer(),
      paid: integer().nullable(),
      finished: integer().nullable(),
      /** End of the review, then start of the next day; null after the last. */
      due: integer().nullable(),
    },
    checks: [
      '(reason IS NOT NULL) = (status = 4)',
      '(due IS NULL) = (status >= 3)',
      '(finished IS NOT NULL) = (status >= 3)',
      '(paid IS NOT NULL) = (status IN (1, 2, 3))',
      'status IN (0, 4) OR principal + interest + repaid = amount + charged',
      '(principal = 0) = (status <> 1 AND status <> 2)',
    ],
    indexes: {
      loans_open: { unique: true, columns: ['user_id'], where: 'status < 3' },
      loans_due: { columns: ['due'], where: 'due IS NOT NULL' },
      loans_by_user: { columns: ['user_id', 'id desc'] },
    },
  }),
  /** One row for each day that interest has been charged for. */
  loan_charges: table({
    columns: {
      loan_id: text().references('loans.id'),
      day: integer().check('> 0'),
      amount: integer().check('>= 0'),
      late: integer(),
      time: integer(),
    },
    primaryKey: ['loan_id', 'day'],
  }),
  /** `id` is that of its posting. */
  loan_repayments: table({
    columns: {
      id: text().primaryKey().references('ledger_posting.id'),
      loan_id: text().references('loans.id'),
      user_id: text(),
      amount: integer().check('> 0'),
      interest: integer().check('BETWEEN 0 AND amount'),
      time: integer(),
    },
    indexes: {
      loan_repayments_of: { columns: ['loan_id'] },
    },
  }),
}

type Tables = TableTypes<typeof loanTables>
export type LoansTable = Tables['loans']
export type LoanRow = Selectable<LoansTable>

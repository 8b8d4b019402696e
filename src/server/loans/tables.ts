import type { Selectable } from 'kysely'
import type { Percent } from '../../core/units.ts'
import type { Integer } from '../storage/integer.ts'

/** Loans are of the real account. Amounts are minor units of the currency, times Unix seconds, percentages decimals. The terms are those of the day of the application. */
export interface LoansTable {
  id: string
  user_id: string
  currency: string
  amount: Integer
  /** Part of the amount. */
  fee: Integer
  days: Integer
  rate: Percent
  overdue_rate: Percent
  /** Minimum of a repayment that does not end the loan. */
  least: Integer
  /** Outstanding principal and interest. */
  principal: Integer
  interest: Integer
  /** Days that interest has been charged for. */
  charges: Integer
  /** Interest charged in total, and its part for days after the term. */
  charged: Integer
  late: Integer
  repaid: Integer
  /** Position in the list of statuses of loans. */
  status: Integer
  reason: 'incomeUnclear' | 'creditTooLow' | 'riskRefused' | null
  created: Integer
  paid: Integer | null
  finished: Integer | null
  /** End of the review, then start of the next day; null after the last. */
  due: Integer | null
}

export interface LoanTables {
  loans: LoansTable
  /** One row for each day that interest has been charged for. */
  loan_charges: { loan_id: string; day: Integer; amount: Integer; late: Integer; time: Integer }
  /** `id` is that of its posting. */
  loan_repayments: { id: string; loan_id: string; user_id: string; amount: Integer; interest: Integer; time: Integer }
}

export type LoanRow = Selectable<LoansTable>

export const ddl = [
  `CREATE TABLE IF NOT EXISTS loans (
    id TEXT PRIMARY KEY, user_id TEXT NOT NULL REFERENCES users (id), currency TEXT NOT NULL, amount INTEGER NOT NULL CHECK (amount > fee), fee INTEGER NOT NULL CHECK (fee >= 0),
    days INTEGER NOT NULL CHECK (days > 0), rate TEXT NOT NULL, overdue_rate TEXT NOT NULL, least INTEGER NOT NULL,
    principal INTEGER NOT NULL CHECK (principal BETWEEN 0 AND amount), interest INTEGER NOT NULL CHECK (interest BETWEEN 0 AND charged), charges INTEGER NOT NULL,
    charged INTEGER NOT NULL, late INTEGER NOT NULL CHECK (late BETWEEN 0 AND charged), repaid INTEGER NOT NULL CHECK (repaid >= 0),
    status INTEGER NOT NULL CHECK (status BETWEEN 0 AND 4), reason TEXT, created INTEGER NOT NULL, paid INTEGER, finished INTEGER, due INTEGER,
    CHECK ((reason IS NOT NULL) = (status = 4)), CHECK ((due IS NULL) = (status >= 3)), CHECK ((finished IS NOT NULL) = (status >= 3)), CHECK ((paid IS NOT NULL) = (status IN (1, 2, 3))),
    CHECK (status IN (0, 4) OR principal + interest + repaid = amount + charged), CHECK ((principal = 0) = (status <> 1 AND status <> 2))
  ) STRICT`,
  `CREATE UNIQUE INDEX IF NOT EXISTS loans_open ON loans (user_id) WHERE status < 3`,
  `CREATE INDEX IF NOT EXISTS loans_due ON loans (due) WHERE due IS NOT NULL`,
  `CREATE INDEX IF NOT EXISTS loans_by_user ON loans (user_id, id DESC)`,
  `CREATE TABLE IF NOT EXISTS loan_charges (
    loan_id TEXT NOT NULL REFERENCES loans (id), day INTEGER NOT NULL CHECK (day > 0), amount INTEGER NOT NULL CHECK (amount >= 0), late INTEGER NOT NULL, time INTEGER NOT NULL,
    PRIMARY KEY (loan_id, day)
  ) STRICT`,
  `CREATE TABLE IF NOT EXISTS loan_repayments (
    id TEXT PRIMARY KEY REFERENCES ledger_posting (id), loan_id TEXT NOT NULL REFERENCES loans (id), user_id TEXT NOT NULL, amount INTEGER NOT NULL CHECK (amount > 0),
    interest INTEGER NOT NULL CHECK (interest BETWEEN 0 AND amount), time INTEGER NOT NULL
  ) STRICT`,
  `CREATE INDEX IF NOT EXISTS loan_repayments_of ON loan_repayments (loan_id)`,
]

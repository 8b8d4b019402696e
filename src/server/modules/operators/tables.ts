import type { Selectable } from 'kysely'
import { flag, identity, integer, oneOf, table, text, type TableTypes } from '../../kit/storage/table.ts'

/** Tables whose names begin with `operator_` survive a reset of the sandbox. Times are Unix seconds. */
export const operatorTables = {
  operator_accounts: table({
    columns: {
      id: text().primaryKey(),
      /** In lower case. */
      name: text().unique(),
      /** Roles, separated by spaces. */
      roles: text(),
      password: text(),
      /** End of a temporary password; null for one of the operator's own. */
      temporary_until: integer().nullable(),
      /** TOTP key, encrypted; null before the setup. */
      secret: text().nullable(),
      /** Time step of the last accepted code. */
      step: integer(),
      disabled: flag(),
      created_by: text().nullable(),
      created: integer(),
    },
    checks: ['temporary_until IS NOT NULL OR secret IS NOT NULL'],
  }),
  operator_sessions: table({
    columns: {
      token_hash: text().primaryKey(),
      operator_id: text().references('operator_accounts.id'),
      /** 1: permits only the setup of password and TOTP key. */
      setup: flag(),
      created: integer(),
      expires: integer(),
    },
    indexes: {
      operator_sessions_by_operator: { columns: ['operator_id', 'created desc'] },
      operator_sessions_by_end: { columns: ['expires'] },
    },
    withoutRowid: true,
  }),
  /** Where operators have logged in from: a hash of operator and address. */
  operator_devices: table({
    columns: {
      operator_id: text().references('operator_accounts.id'),
      hash: text(),
      seen: integer(),
    },
    primaryKey: ['operator_id', 'hash'],
    withoutRowid: true,
  }),
  operator_audit: table({
    columns: {
      seq: identity(),
      operator_id: text().nullable(),
      operator: text().nullable(),
      call: text(),
      user_id: text().nullable(),
      target: text().nullable(),
      /** "ok", or the code of the refusal. */
      result: text(),
      reason: text().nullable(),
      /** Fields of the request without secrets, as JSON. */
      request: text(),
      before: text().nullable(),
      after: text().nullable(),
      address: text(),
      created: integer(),
    },
    indexes: {
      operator_audit_by_operator: { columns: ['operator', 'seq desc'] },
      operator_audit_by_call: { columns: ['call', 'seq desc'] },
      operator_audit_by_user: { columns: ['user_id', 'seq desc'], where: 'user_id IS NOT NULL' },
    },
    appendOnly: true,
  }),
  /** A correcting entry: posted once another operator than its maker approves it. */
  corrections: table({
    columns: {
      id: text().primaryKey(),
      user_id: text().references('users.id'),
      mode: oneOf('real', 'demo'),
      kind: oneOf('coin', 'contract'),
      currency: text(),
      /** Minor units credited to the user; negative: debited. */
      amount: integer().check('<> 0'),
      /** System account on the other side. */
      against: text(),
      corrects: text().nullable(),
      reason: text(),
      maker_id: text(),
      maker: text(),
      checker_id: text().nullable(),
      checker: text().nullable(),
      note: text().nullable(),
      posting: text().nullable().unique(),
      /** Position in the list of correction statuses. */
      status: integer().check('BETWEEN 0 AND 4'),
      created: integer(),
      expires: integer(),
      finished: integer().nullable(),
      /** Time of the expiry; null after a decision. */
      due: integer().nullable(),
    },
    checks: [
      '(posting IS NOT NULL) = (status = 1)',
      '(due IS NULL) = (status > 0)',
      '(finished IS NOT NULL) = (status > 0)',
      '(checker_id IS NOT NULL) = (status IN (1, 2))',
      'checker_id IS NULL OR checker_id <> maker_id',
    ],
    indexes: {
      corrections_due: { columns: ['due'], where: 'due IS NOT NULL' },
      corrections_by_user: { columns: ['user_id', 'id desc'] },
    },
  }),
}

type Tables = TableTypes<typeof operatorTables>
export type OperatorRow = Selectable<Tables['operator_accounts']>
export type CorrectionRow = Selectable<Tables['corrections']>
export type AuditRow = Selectable<Tables['operator_audit']>

import { flag, integer, table, text } from '../../../kit/storage/table.ts'
import type { AccountChange } from '../../money/withdrawals/holdCause.ts'

/** E-mail addresses or phones that a user had before, which still get notices for a while. */
const formerAddresses = table({
  columns: {
    user_id: text().references('users.id'),
    target: text(),
    until: integer(),
  },
  primaryKey: ['user_id', 'target'],
  withoutRowid: true,
})

export const securityTables = {
  pay_proofs: table({
    columns: {
      hash: text().primaryKey(),
      user_id: text().references('users.id'),
      call: text(),
      expires: integer(),
    },
    indexes: {
      pay_proofs_by_user: { columns: ['user_id'] },
    },
    withoutRowid: true,
  }),
  /** Proofs of safe/step_up: of one user, session, call and value. They end with their session. */
  step_up_proofs: table({
    columns: {
      hash: text().primaryKey(),
      user_id: text().references('users.id'),
      token_hash: text().references('sessions.token_hash', { cascade: true }),
      call: text(),
      value: text(),
      expires: integer(),
    },
    indexes: {
      step_up_proofs_by_user: { columns: ['user_id'] },
      step_up_proofs_by_session: { columns: ['token_hash'] },
    },
    withoutRowid: true,
  }),
  /** Until when withdrawals to payees that were never paid wait after a change of the account. */
  account_holds: table({
    columns: {
      user_id: text().references('users.id'),
      cause: text<AccountChange>(),
      until: integer(),
    },
    primaryKey: ['user_id', 'cause'],
    withoutRowid: true,
  }),
  former_emails: formerAddresses,
  former_phones: formerAddresses,
  /** Links of notices that freeze an account. */
  freeze_links: table({
    columns: {
      hash: text().primaryKey(),
      user_id: text().references('users.id'),
      expires: integer(),
    },
    indexes: {
      freeze_links_by_end: { columns: ['expires'] },
    },
    withoutRowid: true,
  }),
  /** An unconfirmed key is shown but not required yet. `step` is the time step of the last used code. */
  two_factor: table({
    columns: {
      user_id: text().primaryKey().references('users.id'),
      secret: text(),
      confirmed: flag(),
      step: integer(),
      created: integer(),
    },
    withoutRowid: true,
  }),
  recovery_codes: table({
    columns: {
      user_id: text().references('users.id'),
      hash: text(),
    },
    primaryKey: ['user_id', 'hash'],
    withoutRowid: true,
  }),
  login_challenges: table({
    columns: {
      hash: text().primaryKey(),
      user_id: text().references('users.id'),
      expires: integer(),
      tries: integer(),
    },
    indexes: {
      login_challenges_by_user: { columns: ['user_id'] },
    },
    withoutRowid: true,
  }),
}

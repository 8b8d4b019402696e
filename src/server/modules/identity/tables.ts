import type { Selectable } from 'kysely'
import { bytes, flag, identity, integer, oneOf, table, text, type TableTypes } from '../../kit/storage/table.ts'
import type { DeviceKind } from './login/device.ts'

export const identityTables = {
  users: table({
    columns: {
      id: text().primaryKey(),
      /** As typed at registration, a phone and an e-mail address in their canonical form; unique without regard to case. */
      account: text().unique().ignoreCase(),
      nickname: text().nullable(),
      /** An upload of the user. */
      avatar: text().nullable(),
      /** In its canonical form (`phones.ts`). */
      phone: text().nullable().unique(),
      email: text().nullable().unique().ignoreCase(),
      country: text().nullable(),
      first_name: text().nullable(),
      last_name: text().nullable(),
      password: text(),
      pay_password: text().nullable(),
      invite_code: text().unique(),
      referrer_id: text().nullable().references('users.id'),
      mode: oneOf('real', 'demo'),
      lang: text(),
      /** Position in the list of identity statuses. */
      identity: integer().check('BETWEEN 0 AND 2'),
      advanced_identity: integer().check('BETWEEN 0 AND 2'),
      credit_score: integer().check('BETWEEN 0 AND 100'),
      /** 1: money calls are refused with a message to contact customer service. */
      frozen: flag(),
      /** 1: may neither log in nor act. */
      locked: flag(),
      created: integer(),
      /** Version of the terms that the user has agreed to, and when. */
      terms_version: text().nullable(),
      terms_time: integer().nullable(),
      /** When the user has closed the account; null: it is open. */
      closed: integer().nullable(),
      /** Version of the risk test that the user has passed last. */
      risk_test: text().nullable(),
      /** When the user has dismissed the first steps; null: they are shown until they are done. */
      first_steps_dismissed: integer().nullable(),
    },
    indexes: {
      users_by_referrer: { columns: ['referrer_id', 'created'] },
    },
  }),
  /** Instruments on users' watchlists, in the order of their addition. */
  watched: table({
    columns: {
      id: identity(),
      user_id: text().references('users.id'),
      symbol: text(),
    },
    unique: [['user_id', 'symbol']],
  }),
  sessions: table({
    columns: {
      token_hash: text().primaryKey(),
      user_id: text().references('users.id'),
      created: integer(),
      expires: integer(),
      /** Last activity, stored every few minutes; null: none since the login. */
      seen: integer().nullable(),
    },
    indexes: {
      sessions_by_user: { columns: ['user_id'] },
      sessions_by_end: { columns: ['expires'] },
    },
    withoutRowid: true,
  }),
  /** Redeemed challenges of the slider, until they expire. */
  slides: table({
    columns: {
      challenge: text().primaryKey(),
      expires: integer(),
    },
    indexes: {
      slides_by_end: { columns: ['expires'] },
    },
    withoutRowid: true,
  }),
  session_devices: table({
    columns: {
      token_hash: text().primaryKey().references('sessions.token_hash', { cascade: true }),
      /** Empty: unknown. */
      device: text(),
      kind: text<DeviceKind>().nullable(),
      /** IANA time zone of the device and language of the app at login. */
      zone: text().nullable(),
      lang: text().nullable(),
    },
    withoutRowid: true,
  }),
  /** Where users have logged in from: `hash` of user, address and kind of device. */
  known_devices: table({
    columns: {
      user_id: text().references('users.id'),
      hash: text(),
      seen: integer(),
    },
    primaryKey: ['user_id', 'hash'],
    indexes: {
      known_devices_by_time: { columns: ['seen'] },
    },
    withoutRowid: true,
  }),
  codes: table({
    columns: {
      purpose: text(),
      target: text(),
      hash: text(),
      created: integer(),
      expires: integer(),
      tries: integer(),
    },
    primaryKey: ['purpose', 'target'],
    indexes: {
      codes_by_end: { columns: ['expires'] },
    },
    withoutRowid: true,
  }),
  outbox: table({
    columns: {
      id: identity(),
      kind: text<'sms' | 'mail'>(),
      target: text(),
      purpose: text(),
      code: text(),
      created: integer(),
      /** Line with the anti-phishing phrase of the user; null in a text message, and for a user without one. */
      phrase: text().nullable(),
    },
    indexes: {
      outbox_by_time: { columns: ['created'] },
    },
  }),
  /** Anti-phishing phrases, which each e-mail to their user carries. */
  mail_phrases: table({
    columns: {
      user_id: text().primaryKey().references('users.id'),
      phrase: text(),
    },
    withoutRowid: true,
  }),
  /** Notices to users by e-mail and text message, which the sandbox shows instead of sending. */
  notices: table({
    columns: {
      id: identity(),
      kind: text<'sms' | 'mail'>(),
      target: text(),
      title: text(),
      text: text(),
      link: text().nullable(),
      created: integer(),
      /** Line with the anti-phishing phrase of the user; null in a text message, and for a user without one. */
      phrase: text().nullable(),
    },
    indexes: {
      notices_by_time: { columns: ['created'] },
    },
  }),
  attempts: table({
    columns: {
      key: text().primaryKey(),
      count: integer(),
      until: integer(),
    },
    indexes: {
      attempts_by_end: { columns: ['until'] },
    },
    withoutRowid: true,
  }),
  messages: table({
    columns: {
      id: text().primaryKey(),
      user_id: text().references('users.id'),
      template: text(),
      params: text(),
      created: integer(),
      read: flag(),
    },
    indexes: {
      messages_by_user: { columns: ['user_id', 'created desc', 'id'] },
    },
  }),
  uploads: table({
    columns: {
      id: text().primaryKey(),
      user_id: text().references('users.id'),
      type: text(),
      hash: text(),
      bytes: integer(),
      content: bytes(),
      created: integer(),
    },
    unique: [['user_id', 'hash']],
  }),
  facts: table({
    columns: {
      name: text().primaryKey(),
      value: text(),
    },
    withoutRowid: true,
  }),
}

type Tables = TableTypes<typeof identityTables>
export type UserRow = Selectable<Tables['users']>

import { flag, identity, integer, table, text } from '../../../kit/storage/table.ts'
import type { NoticeKind } from '../../content/content.ts'

export const pushTables = {
  /** Kinds of notices that a user has switched off. */
  notice_preferences: table({
    columns: {
      user_id: text().references('users.id'),
      kind: text<NoticeKind>(),
      enabled: flag(),
    },
    primaryKey: ['user_id', 'kind'],
    withoutRowid: true,
  }),
  /** The push subscription of a session's browser (RFC 8030, RFC 8291); it ends with the session. */
  push_subscriptions: table({
    columns: {
      token_hash: text().primaryKey().references('sessions.token_hash', { cascade: true }),
      user_id: text().references('users.id'),
      endpoint: text().unique(),
      p256dh: text(),
      auth: text(),
      created: integer(),
    },
    indexes: {
      push_subscriptions_by_user: { columns: ['user_id'] },
    },
    withoutRowid: true,
  }),
  /** Messages that are waiting to be pushed to a subscription. */
  pushes: table({
    columns: {
      id: identity(),
      token_hash: text().references('push_subscriptions.token_hash', { cascade: true }),
      message_id: text().references('messages.id'),
      created: integer(),
      due: integer(),
      tries: integer(),
    },
    indexes: {
      pushes_by_time: { columns: ['due', 'id'] },
      pushes_by_subscription: { columns: ['token_hash'] },
    },
  }),
}

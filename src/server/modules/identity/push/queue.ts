import type { Kysely } from 'kysely'
import type { ServerContext } from '../../../context.ts'
import { noticeKindOf, type NoticeKind } from '../../content/content.ts'
import type { Tables } from '../../../db.ts'

/** Kinds of notices that users may switch off, in the order of their list. */
export const OPTIONAL_KINDS: readonly Exclude<NoticeKind, 'security'>[] = ['orders', 'margin', 'alerts', 'account']

/** Queues a message for the subscriptions of its user, in the transaction of the message, unless the user has switched its kind off. */
export async function queuePushes(
  db: Kysely<Tables>,
  userId: string,
  message: { id: string; template: string },
  now: number,
): Promise<void> {
  const kind = noticeKindOf(message.template)
  if (kind === null) return
  await db
    .insertInto('pushes')
    .columns(['token_hash', 'message_id', 'created', 'due', 'tries'])
    .expression((eb) =>
      eb
        .selectFrom('push_subscriptions')
        .select(({ val }) => [
          'token_hash',
          val(message.id).as('message_id'),
          val(now).as('created'),
          val(now).as('due'),
          val(0).as('tries'),
        ])
        .where('user_id', '=', userId)
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('notice_preferences')
                .select('kind')
                .where('notice_preferences.user_id', '=', userId)
                .where('kind', '=', kind)
                .where('enabled', '=', 0n),
            ),
          ),
        ),
    )
    .execute()
}

/** The kinds of notices of a user with their switches; those about security are always on. */
export async function noticeSwitches(
  { db }: Pick<ServerContext, 'db'>,
  userId: string,
): Promise<{ kind: NoticeKind; on: boolean; fixed: boolean }[]> {
  const rows = await db
    .selectFrom('notice_preferences')
    .select(['kind', 'enabled'])
    .where('user_id', '=', userId)
    .execute()
  const off = new Set(rows.flatMap(({ kind, enabled }) => (enabled === 0n ? [kind] : [])))
  return [
    { kind: 'security', on: true, fixed: true },
    ...OPTIONAL_KINDS.map((kind) => ({ kind, on: !off.has(kind), fixed: false })),
  ]
}

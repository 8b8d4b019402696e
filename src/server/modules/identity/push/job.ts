import type { Kysely } from 'kysely'
import type { ServerContext } from '../../../context.ts'
import type { Tables } from '../../../db.ts'
import { messageEntity } from '../messages.ts'
import { prepared } from '../../../kit/storage/preparedQuery.ts'

/** Pushes of one run, which are sent at the same time. */
const BATCH = 50
/** A push that cannot be delivered is dropped after this time. */
const LIFE_SECONDS = 24 * 3600
const FIRST_RETRY_SECONDS = 30

const deleteOld = prepared((db: Kysely<Tables>, { before }: { before: bigint }) =>
  db.deleteFrom('pushes').where('created', '<=', before),
)

const findDue = prepared((db: Kysely<Tables>, { now }: { now: bigint }) =>
  db
    .selectFrom('pushes')
    .innerJoin('push_subscriptions', 'push_subscriptions.token_hash', 'pushes.token_hash')
    .innerJoin('messages', 'messages.id', 'pushes.message_id')
    .innerJoin('users', 'users.id', 'push_subscriptions.user_id')
    .select(['pushes.id', 'pushes.tries', 'pushes.token_hash', 'endpoint', 'p256dh', 'auth', 'users.lang'])
    .select(['messages.id as message', 'template', 'params', 'messages.created', 'read'])
    .where('due', '<=', now)
    .orderBy('due')
    .orderBy('pushes.id')
    .limit(BATCH),
)

/** Sends the pushes that are due. One that fails is sent again later, after twice the time; a subscription that has ended is deleted. */
export default async function sendPushes(context: ServerContext): Promise<void> {
  const { db, clock, content, push } = context
  const now = clock.now()
  await deleteOld(db, { before: BigInt(now - LIFE_SECONDS) })
  const { rows } = await findDue(db, { now: BigInt(now) })
  await Promise.all(
    rows.map(async ({ message, lang, tries, ...row }) => {
      const { title, text, link } = messageEntity(content, lang, { ...row, id: message })
      const notification = JSON.stringify({ id: message, lang, title, text, link })
      const topic = message.replaceAll(/[^\w-]/g, '').slice(0, 32)
      const outcome = await push.send(row, notification, { seconds: LIFE_SECONDS, topic })
      if (outcome === 'gone')
        return await db.deleteFrom('push_subscriptions').where('token_hash', '=', row.token_hash).execute()
      if (outcome === 'sent') return await db.deleteFrom('pushes').where('id', '=', row.id).execute()
      const due = now + FIRST_RETRY_SECONDS * 2 ** Number(tries)
      return await db
        .updateTable('pushes')
        .set({ due, tries: tries + 1n })
        .where('id', '=', row.id)
        .execute()
    }),
  )
}

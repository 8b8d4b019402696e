import type { Handlers } from '../../../handler.ts'
import { refuse } from '../../../kit/errors.ts'
import { sha256 } from '../../../kit/random.ts'
import { inUserTransaction } from '../userTransaction.ts'
import { noticeSwitches } from './queue.ts'

export const calls = {
  'push/subscribe': ({ endpoint, p256dh, auth }, request) =>
    inUserTransaction(request, async ({ db, clock, push }, { id }) => {
      if (!push.accepts({ endpoint, p256dh, auth })) throw refuse('illegalRequest')
      const token_hash = sha256(request.token)
      // A browser has one subscription for all users.
      await db
        .deleteFrom('push_subscriptions')
        .where((eb) => eb.or([eb('endpoint', '=', endpoint), eb('token_hash', '=', token_hash)]))
        .execute()
      await db
        .insertInto('push_subscriptions')
        .values({ token_hash, user_id: id, endpoint, p256dh, auth, created: clock.now() })
        .execute()
      return {}
    }),

  'push/unsubscribe': (_, request) =>
    inUserTransaction(request, async ({ db }) => {
      await db.deleteFrom('push_subscriptions').where('token_hash', '=', sha256(request.token)).execute()
      return {}
    }),

  'user/notices': async (_, { user, token, context }) => {
    const own = await context.db
      .selectFrom('push_subscriptions')
      .select('token_hash')
      .where('token_hash', '=', sha256(token))
      .executeTakeFirst()
    return {
      rows: await noticeSwitches(context, user.id),
      publicKey: context.push.publicKey,
      subscribed: own !== undefined,
    }
  },

  'user/notices_set': ({ kind, on }, request) =>
    inUserTransaction(request, async ({ db }, { id }) => {
      if (kind === 'security') throw refuse('illegalOperation')
      const enabled = on ? 1 : 0
      await db
        .insertInto('notice_preferences')
        .values({ user_id: id, kind, enabled })
        .onConflict((conflict) => conflict.columns(['user_id', 'kind']).doUpdateSet({ enabled }))
        .execute()
      return {}
    }),
} satisfies Partial<Handlers>

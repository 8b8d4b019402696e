import { asUnixSeconds } from '../../../../engine/language/values/time.ts'
import type { Handlers } from '../../../handler.ts'
import { refuse } from '../../../kit/errors.ts'
import { countAttempt } from '../../../kit/attempts.ts'
import { deviceOf } from '../login/device.ts'
import { notify } from '../notices.ts'
import { openSession } from '../login/sessions.ts'
import { inUserTransaction, lockUser } from '../userTransaction.ts'
import { userEntity } from '../users.ts'
import { startHold } from '../security/holds.ts'
import { inTransaction, userLock } from '../../../kit/storage/transaction.ts'
import { creationOptions, MAX_PASSKEYS, requestOptions, verifyCreation, verifyUse } from './passkeys.ts'

/** Logins of one address. */
const PER_IP = { count: 200, seconds: 900 }

export const calls = {
  'passkey/add': async ({ credential }, request) => {
    const verified = await verifyCreation(request, credential)
    const device = deviceOf(request.userAgent) ?? ''
    return await inUserTransaction(request, async (inside, { id }) => {
      const { db, clock } = inside
      const own = await db.selectFrom('passkeys').select('id').where('user_id', '=', id).execute()
      if (own.length >= MAX_PASSKEYS) throw refuse('passkeysFull', { most: MAX_PASSKEYS })
      const row = { ...verified, user_id: id, device, created: clock.now(), used: null }
      const added = await db
        .insertInto('passkeys')
        .values(row)
        .onConflict((on) => on.doNothing())
        .returning('id')
        .executeTakeFirst()
      if (!added) throw refuse('passkeyFailed')
      await startHold(inside, id, 'passkey')
      await notify(inside, id, 'passkeyAdded', { device: device || '—' })
      return { id: verified.id }
    })
  },

  'passkey/creation': async (_, request) => ({ options: await creationOptions(request, request.user) }),

  'passkey/list': async (_, { user, context: { db } }) => {
    const rows = await db
      .selectFrom('passkeys')
      .select(['id', 'device', 'created', 'used'])
      .where('user_id', '=', user.id)
      .orderBy('created')
      .execute()
    return {
      rows: rows.map(({ id, device, created, used }) => ({
        id,
        device: device || null,
        time: asUnixSeconds(created),
        used: used === null ? null : asUnixSeconds(used),
      })),
    }
  },

  'passkey/login': async ({ credential, timeZone }, request) => {
    const { context, ip, userAgent, lang } = request
    await countAttempt(context.db, context.clock.now(), `login-ip:${ip}`, PER_IP)
    const id = await verifyUse(request, credential)
    return await inTransaction(context.db, [userLock(id)], async (db) => {
      const inside = { ...context, db }
      const user = await lockUser(inside, id)
      const token = await openSession(inside, id, { ip, userAgent, lang, timeZone })
      return { token, user: await userEntity(inside, user) }
    })
  },

  'passkey/remove': ({ id }, request) =>
    inUserTransaction(request, async (inside, user) => {
      const removed = await inside.db
        .deleteFrom('passkeys')
        .where('id', '=', id)
        .where('user_id', '=', user.id)
        .returning('device')
        .executeTakeFirst()
      if (!removed) throw refuse('dataNotFound')
      await notify(inside, user.id, 'passkeyRemoved', { device: removed.device || '—' })
      return {}
    }),

  'passkey/request': async (_, request) => ({ options: await requestOptions(request) }),
} satisfies Partial<Handlers>

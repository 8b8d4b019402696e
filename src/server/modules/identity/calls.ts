import { formats } from '../../../engine/language/forms/schemaFormats.ts'
import type { Handlers } from '../../handler.ts'
import { LATEST_CREATED_FIRST, readPage } from '../../kit/api/page.ts'
import { refuse } from '../../kit/errors.ts'
import { answerChallenge, endChallenge, openChallenge, verifyLoginCode } from './security/challenges.ts'
import { startHold } from './security/holds.ts'
import { hasTwoFactor } from './security/twoFactor.ts'
import { inTransaction, userLock } from '../../kit/storage/transaction.ts'
import { areaCodes } from './areaCodes.ts'
import { countAttempt } from '../../kit/attempts.ts'
import { checkCode, consumeCode, isDeliverable, sendCode, targetOf } from './codes.ts'
import { authenticate } from './login/login.ts'
import { messageEntity, unreadCount } from './messages.ts'
import { notify } from './notices.ts'
import { checkNewPassword, hashPassword } from './passwords.ts'
import { register } from './registration.ts'
import { endSession, endSessionOf, endSessions, openSession, sessionsOf } from './login/sessions.ts'
import { saveAvatar, saveNickname } from './profile.ts'
import { inUserTransaction, lockUser } from './userTransaction.ts'
import { invites, userEntity } from './users.ts'
import { changeWatchlist } from './watchlist.ts'

/** Of one address, to reset passwords. */
const RESETS_PER_IP = { count: 100, seconds: 3600 }

export const calls = {
  'captcha/slide': (_, { context }) => context.captcha.create(context.clock.now()),

  getareacode: (_, { lang, context: { operator } }) => ({
    rows: areaCodes(lang).map((row) => ({
      ...row,
      restricted: operator.app.restrictedCountries.includes(row.country),
    })),
  }),

  'set/lang': async ({ language }, { user, context: { db } }) => {
    await db.updateTable('users').set({ lang: language }).where('id', '=', user.id).execute()
    return { language }
  },

  sms_mail: async ({ email, purpose }, request) => {
    const { context } = request
    const known = await context.db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst()
    return await sendCode(context, request, 'mail', purpose, email, isDeliverable(purpose, known !== undefined))
  },

  sms_send_d: async ({ phone, purpose }, request) => {
    const { context } = request
    const target = targetOf('sms', phone)
    const known = await context.db.selectFrom('users').select('id').where('phone', '=', target).executeTakeFirst()
    return await sendCode(context, request, 'sms', purpose, target, isDeliverable(purpose, known !== undefined))
  },

  'user/addressreg': ({ address, timeZone, ...rest }, { context, ip, userAgent, lang }) =>
    register(context, { ip, userAgent, lang, timeZone }, { ...rest, type: 'address', account: address }),

  'user/avatar': ({ picture = null }, request) =>
    inUserTransaction(request, async (inside, user) => {
      await saveAvatar(inside, user, picture)
      return await userEntity(inside, { ...user, avatar: picture })
    }),

  'user/forget': async ({ type, account, code, password }, { context, ip }) => {
    const { db, clock, options } = context
    if (formats[type]?.(account) !== true) throw refuse('parameterError', { field: 'account' })
    await countAttempt(db, clock.now(), `forget-ip:${ip}`, RESETS_PER_IP)
    const target = targetOf(type === 'email' ? 'mail' : 'sms', account)
    await checkCode(context, 'forget', target, code)
    checkNewPassword(password, target)
    const hash = await hashPassword(password, options.passwordCost)
    const owner = await db.selectFrom('users').select('id').where(type, '=', target).executeTakeFirst()
    // Calls of the user check their session under the user's lock; this one ends the sessions.
    const locks = [`account ${target}`, ...(owner ? [userLock(owner.id)] : [])]
    return await inTransaction(db, locks, async (trx) => {
      await consumeCode(trx, 'forget', target, code)
      const user = await trx
        .updateTable('users')
        .set({ password: hash })
        .where(type, '=', target)
        .where('id', '=', owner?.id ?? '')
        .returning(['id', 'account'])
        .executeTakeFirst()
      if (!user) throw refuse('wrongCode')
      await endSessions(trx, user.id)
      const inside = { ...context, db: trx }
      await startHold(inside, user.id, 'password')
      await notify(inside, user.id, 'passwordChanged', {})
      return { account: user.account }
    })
  },

  'user/info': (_, { user, context }) => userEntity(context, user),

  'user/invite': async (input, { user, origin, context: { db } }) => {
    const { count } = await db
      .selectFrom('users')
      .select((eb) => eb.fn.countAll<bigint>().as('count'))
      .where('referrer_id', '=', user.id)
      .executeTakeFirstOrThrow()
    return {
      code: user.invite_code,
      url: `${origin}/h5/#/pages/register/index?inviteCode=${user.invite_code}`,
      count: Number(count),
      ...(await invites(db, user.id, input)),
    }
  },

  'user/login': async ({ timeZone, ...payload }, { context, ip, userAgent, lang }) => {
    const origin = { ip, userAgent, lang, timeZone }
    const { id, password } = await authenticate(context, origin, payload)
    const { code } = payload
    const isVerified = typeof code === 'string' && (await hasTwoFactor(context.db, id))
    if (isVerified) await verifyLoginCode(context, id, code, origin)
    const opened = await inTransaction(context.db, [userLock(id)], async (db) => {
      const inside = { ...context, db }
      const user = await lockUser(inside, id)
      // The password was verified before the transaction.
      if (user.password !== password) throw refuse('wrongPassword')
      if (isVerified || !(await hasTwoFactor(db, id)))
        return { token: await openSession(inside, id, origin), user: await userEntity(inside, user) }
      await openChallenge(inside, id, payload.slide)
      return null
    })
    if (!opened) throw refuse('twoFactorRequired')
    return opened
  },

  'user/login_code': async ({ challenge, code, timeZone }, { context, ip, userAgent, lang }) => {
    const origin = { ip, userAgent, lang, timeZone }
    const userId = await answerChallenge(context, challenge, code, origin)
    return await inTransaction(context.db, [userLock(userId)], async (db) => {
      const inside = { ...context, db }
      const user = await lockUser(inside, userId)
      // A change of the password or of the second factor has ended it.
      await endChallenge(inside, challenge)
      return { token: await openSession(inside, userId, origin), user: await userEntity(inside, user) }
    })
  },

  'user/logout': async (_, { token, context }) => {
    await endSession(context, token)
    return {}
  },

  'user/message_detail': async ({ id }, { user, lang, context: { db, content } }) => {
    const row = await db
      .selectFrom('messages')
      .selectAll()
      .where('id', '=', id)
      .where('user_id', '=', user.id)
      .executeTakeFirst()
    if (!row) throw refuse('dataNotFound')
    return messageEntity(content, lang, row)
  },

  'user/message_read': async ({ id }, { user, context: { db } }) => {
    let update = db.updateTable('messages').set({ read: 1 }).where('user_id', '=', user.id)
    if (typeof id === 'string') update = update.where('id', '=', id)
    const { numUpdatedRows } = await update.executeTakeFirstOrThrow()
    if (typeof id === 'string' && numUpdatedRows === 0n) throw refuse('dataNotFound')
    return { unread: await unreadCount(db, user.id) }
  },

  'user/nickname': ({ nickname }, request) =>
    inUserTransaction(request, async (inside, user) =>
      userEntity(inside, { ...user, nickname: await saveNickname(inside, user.id, nickname) }),
    ),

  'user/register': ({ timeZone, ...payload }, { context, ip, userAgent, lang }) =>
    register(context, { ip, userAgent, lang, timeZone }, payload),

  'user/sessions': async (_, { user, token, lang, context }) => ({
    rows: await sessionsOf(context, user.id, token, lang),
  }),

  'user/sessions_end': ({ id: sessionId }, request) =>
    inUserTransaction(request, async (inside, { id }) => {
      if (typeof sessionId !== 'string') return { ended: await endSessions(inside.db, id, request.token) }
      await endSessionOf(inside, id, sessionId, request.token)
      return { ended: 1 }
    }),

  'user/switch_account': ({ mode }, request) =>
    inUserTransaction(request, async (inside, user) => {
      const { db } = inside
      if (user.frozen === 1n) throw refuse('accountFrozen')
      await db.updateTable('users').set({ mode }).where('id', '=', user.id).execute()
      return await userEntity(inside, { ...user, mode })
    }),

  'user/usermessage': async (input, { user, lang, context: { db, content } }) => {
    const query = db.selectFrom('messages').selectAll().where('user_id', '=', user.id)
    return {
      unread: await unreadCount(db, user.id),
      ...(await readPage(query, LATEST_CREATED_FIRST, input, (row) => messageEntity(content, lang, row))),
    }
  },

  'user/watchlist': ({ add, remove }, request) =>
    inUserTransaction(request, async (inside, user) => {
      const known = add.filter((symbol) => inside.market.listing(symbol) !== null)
      await changeWatchlist(inside.db, user.id, { add: known, remove })
      return await userEntity(inside, user)
    }),
} satisfies Partial<Handlers>

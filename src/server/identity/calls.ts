import { formats } from '../../core/schemaFormats.ts'
import type { Handlers } from '../api/handler.ts'
import { offsetOf, pageOf, readPage } from '../api/page.ts'
import { refuse } from '../errors.ts'
import { answerChallenge, openChallenge } from '../security/challenges.ts'
import { hasTwoFactor } from '../security/twoFactor.ts'
import { inTransaction, userLock } from '../storage/transaction.ts'
import { isLeveraged } from '../wallet/transfers.ts'
import { areaCodes } from './areaCodes.ts'
import { countAttempt } from './attempts.ts'
import { checkCode, consumeCode, isDeliverable, sendCode, targetOf } from './codes.ts'
import { authenticate } from './login.ts'
import { addMessage, messageEntity, unreadCount } from './messages.ts'
import { hashPassword } from './passwords.ts'
import { register } from './registration.ts'
import { endSession, endSessions, openSession, sessionsOf } from './sessions.ts'
import { saveAvatar, saveNickname } from './profile.ts'
import { invites, userEntity } from './users.ts'

/** Of one address, to reset passwords. */
const RESETS_PER_IP = { count: 100, seconds: 3600 }
const INVITES_PER_PAGE = 20

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
    const known = await context.db.selectFrom('users').select('id').where('phone', '=', phone).executeTakeFirst()
    return await sendCode(context, request, 'sms', purpose, phone, isDeliverable(purpose, known !== undefined))
  },

  'user/addressreg': ({ address, ...rest }, { context, ip, lang }) =>
    register(context, { ip, lang }, { ...rest, type: 'address', account: address }),

  'user/avatar': async ({ picture = null }, { user, context }) => {
    await saveAvatar(context, user.id, picture)
    return await userEntity(context, { ...user, avatar: picture })
  },

  'user/forget': async ({ type, account, code, password }, { context, ip }) => {
    const { db, clock, options } = context
    if (formats[type]?.(account) !== true) throw refuse('parameterError', { field: 'account' })
    await countAttempt(db, clock.now(), `forget-ip:${ip}`, RESETS_PER_IP)
    const target = targetOf(type === 'email' ? 'mail' : 'sms', account)
    await checkCode(context, 'forget', target, code)
    const hash = await hashPassword(password, options.passwordCost)
    return await inTransaction(db, [`account ${target}`], async (trx) => {
      await consumeCode(trx, 'forget', target, code)
      const user = await trx
        .updateTable('users')
        .set({ password: hash })
        .where(type, '=', target)
        .returning(['id', 'account'])
        .executeTakeFirst()
      if (!user) throw refuse('wrongCode')
      await endSessions(trx, user.id)
      await addMessage(trx, user.id, 'passwordChanged', {}, clock.now())
      return { account: user.account }
    })
  },

  'user/info': (_, { user, context }) => userEntity(context, user),

  'user/invite': async ({ page }, { user, origin, context: { db } }) => {
    const { count } = await db
      .selectFrom('users')
      .select((eb) => eb.fn.countAll<bigint>().as('count'))
      .where('referrer_id', '=', user.id)
      .executeTakeFirstOrThrow()
    const rows = await invites(db, user.id, offsetOf(page, INVITES_PER_PAGE), INVITES_PER_PAGE + 1)
    return {
      code: user.invite_code,
      url: `${origin}/h5/#/pages/register/index?inviteCode=${user.invite_code}`,
      count: Number(count),
      ...pageOf(rows, page, INVITES_PER_PAGE),
    }
  },

  'user/login': async (payload, { context, ip, userAgent }) => {
    const user = await authenticate(context, ip, payload)
    if (await hasTwoFactor(context.db, user.id)) {
      await openChallenge(context, user.id, payload.slide)
      throw refuse('twoFactorRequired')
    }
    return { token: await openSession(context, user.id, userAgent), user: await userEntity(context, user) }
  },

  'user/login_code': async ({ challenge, code }, { context, userAgent }) => {
    const user = await answerChallenge(context, challenge, code)
    return { token: await openSession(context, user.id, userAgent), user: await userEntity(context, user) }
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

  'user/nickname': async ({ nickname }, { user, context }) =>
    await userEntity(context, { ...user, nickname: await saveNickname(context, user.id, nickname) }),

  'user/register': (payload, { context, ip, lang }) => register(context, { ip, lang }, payload),

  'user/sessions': async (_, { user, token, context }) => ({
    rows: await sessionsOf(context, user.id, token),
  }),

  'user/sessions_end': async (_, { user, token, context: { db } }) => ({
    ended: await endSessions(db, user.id, token),
  }),

  'user/switch_account': async ({ mode }, { user, context }) => {
    const { db } = context
    if (user.frozen === 1n) throw refuse('accountFrozen')
    await inTransaction(db, [userLock(user.id)], async (trx) => {
      if (mode !== user.mode && (await isLeveraged(trx, user.id, user.mode))) throw refuse('openPositionsForbid')
      await trx.updateTable('users').set({ mode }).where('id', '=', user.id).execute()
    })
    return await userEntity(context, { ...user, mode })
  },

  'user/usermessage': async ({ page }, { user, lang, context: { db, content } }) => {
    const query = db
      .selectFrom('messages')
      .selectAll()
      .where('user_id', '=', user.id)
      .orderBy('created', 'desc')
      .orderBy('id')
    return {
      unread: await unreadCount(db, user.id),
      ...(await readPage(query, page, (row) => messageEntity(content, lang, row))),
    }
  },
} satisfies Partial<Handlers>

import { asSeconds } from '../../core/time.ts'
import type { CallId } from '../../generated/calls.ts'
import { contract } from '../../generated/contract.ts'
import type { Handlers } from '../api/handler.ts'
import { refuse } from '../errors.ts'
import { clearAttempts } from '../identity/attempts.ts'
import { checkCode, consumeCode, targetOf } from '../identity/codes.ts'
import { addMessage } from '../identity/messages.ts'
import { hashPassword } from '../identity/passwords.ts'
import { endSessions } from '../identity/sessions.ts'
import { inTransaction, userLock } from '../storage/transaction.ts'
import { issueProof, PROOF_SECONDS, revokeProofs } from './payProofs.ts'
import { required, verifyLoginPassword, verifyPayPassword } from './secrets.ts'
import {
  disableTwoFactor,
  enableTwoFactor,
  hasTwoFactor,
  pendingKey,
  verifyAppCode,
  verifySecondFactor,
} from './twoFactor.ts'

export const calls = {
  'safe/email': async ({ way, email, code, password, oldCode }, { user, context }) => {
    const before = user.email === null ? null : targetOf('mail', user.email)
    if ((way === 'bind') !== (before === null)) throw refuse('statusAbnormal')
    const after = targetOf('mail', email)
    if (before === null) await verifyLoginPassword(context, user, required('password', password))
    else await checkCode(context, 'changeEmail', before, required('oldCode', oldCode))
    await checkCode(context, 'bindEmail', after, code)

    return await inTransaction(context.db, [userLock(user.id), `account ${after}`], async (trx) => {
      const taken = await trx
        .selectFrom('users')
        .select('id')
        .where((eb) => eb.or([eb('email', '=', after), eb('account', '=', after)]))
        .where('id', '!=', user.id)
        .executeTakeFirst()
      if (taken) throw refuse('emailExists')
      await consumeCode(trx, 'bindEmail', after, code)
      if (before !== null) await consumeCode(trx, 'changeEmail', before, required('oldCode', oldCode))
      const bound = await trx
        .updateTable('users')
        .set({ email: after })
        .where('id', '=', user.id)
        .where('email', 'is', user.email)
        .returning('id')
        .executeTakeFirst()
      if (!bound) throw refuse('statusAbnormal')
      await addMessage(trx, user.id, 'emailBound', { email: after }, context.clock.now())
      return { email: after }
    })
  },

  'safe/google': async ({ way, password, code }, { user, context }) => {
    const { db, clock } = context
    const on = await hasTwoFactor(db, user.id)
    if (way === 'get') return { on, key: on ? null : await pendingKey(context, user), recoveryCodes: [] }
    if (on !== (way === 'off')) throw refuse('statusAbnormal')
    await verifyLoginPassword(context, user, required('password', password))
    if (way === 'off') {
      await verifySecondFactor(context, user.id, required('code', code))
      await disableTwoFactor(context, user.id)
      await addMessage(db, user.id, 'twoFactorOff', {}, clock.now())
      return { on: false, key: null, recoveryCodes: [] }
    }
    await verifyAppCode(context, user.id, required('code', code))
    const recoveryCodes = await enableTwoFactor(context, user.id)
    await addMessage(db, user.id, 'twoFactorOn', {}, clock.now())
    return { on: true, key: null, recoveryCodes }
  },

  'safe/pay_password': async ({ way, loginPassword, oldPassword, by, code, password }, { user, context }) => {
    const isSet = user.pay_password !== null
    if (way === 'set' && isSet) throw refuse('statusAbnormal')
    if (way !== 'set' && !isSet) throw refuse('payPasswordRequired')

    let used: { target: string; code: string } | null = null
    if (way === 'set') await verifyLoginPassword(context, user, required('loginPassword', loginPassword))
    else if (way === 'change') {
      await verifyPayPassword(context, user, required('oldPassword', oldPassword))
      if (oldPassword === password) throw refuse('passwordUnchanged')
    } else {
      const address = required('by', by) === 'email' ? user.email : user.phone
      if (address === null) throw refuse('wrongCode')
      used = { target: targetOf(by === 'email' ? 'mail' : 'sms', address), code: required('code', code) }
      await checkCode(context, 'payPassword', used.target, used.code)
    }

    const hash = await hashPassword(password, context.options.passwordCost)
    await inTransaction(context.db, [userLock(user.id)], async (trx) => {
      if (used) await consumeCode(trx, 'payPassword', used.target, used.code)
      const update = trx.updateTable('users').set({ pay_password: hash }).where('id', '=', user.id)
      // Of two concurrent changes one succeeds.
      const changed = await update.where('pay_password', 'is', user.pay_password).returning('id').executeTakeFirst()
      if (!changed) throw refuse('statusAbnormal')
      await revokeProofs(trx, user.id)
      await clearAttempts(trx, `pay:${user.id}`)
      await addMessage(trx, user.id, 'payPasswordSet', {}, context.clock.now())
    })
    return {}
  },

  'safe/pay_verify': async ({ call, password }, { user, context }) => {
    if (!Object.hasOwn(contract, call)) throw refuse('illegalRequest')
    // Only money calls require a proof.
    if (contract[call as CallId].effect !== 'money') throw refuse('illegalOperation')
    await verifyPayPassword(context, user, password)
    return { proof: await issueProof(context, user.id, call), expiresAfter: asSeconds(PROOF_SECONDS) }
  },

  'safe/update_password': async ({ oldPassword, password }, { user, token, context }) => {
    await verifyLoginPassword(context, user, oldPassword, 'oldPasswordWrong')
    if (password === oldPassword) throw refuse('passwordUnchanged')
    const hash = await hashPassword(password, context.options.passwordCost)
    return await inTransaction(context.db, [userLock(user.id)], async (trx) => {
      // Of two concurrent changes one succeeds.
      const changed = await trx
        .updateTable('users')
        .set({ password: hash })
        .where('id', '=', user.id)
        .where('password', '=', user.password)
        .returning('id')
        .executeTakeFirst()
      if (!changed) throw refuse('oldPasswordWrong')
      const ended = await endSessions(trx, user.id, token)
      await addMessage(trx, user.id, 'passwordChanged', {}, context.clock.now())
      return { ended }
    })
  },
} satisfies Partial<Handlers>

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
import { inUserTransaction } from '../identity/userTransaction.ts'
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
  'safe/email': async ({ way, email, code, password, oldCode }, request) => {
    const { user, context } = request
    const before = user.email === null ? null : targetOf('mail', user.email)
    if ((way === 'bind') !== (before === null)) throw refuse('statusAbnormal')
    const after = targetOf('mail', email)
    if (before === null) await verifyLoginPassword(context, user, required('password', password))
    else await checkCode(context, 'changeEmail', before, required('oldCode', oldCode))
    await checkCode(context, 'bindEmail', after, code)

    return await inUserTransaction(
      request,
      async ({ db, clock }, current) => {
        if (current.email !== user.email) throw refuse('statusAbnormal')
        if (before === null && current.password !== user.password) throw refuse('wrongPassword')
        const taken = await db
          .selectFrom('users')
          .select('id')
          .where((eb) => eb.or([eb('email', '=', after), eb('account', '=', after)]))
          .where('id', '!=', user.id)
          .executeTakeFirst()
        if (taken) throw refuse('emailExists')
        await consumeCode(db, 'bindEmail', after, code)
        if (before !== null) await consumeCode(db, 'changeEmail', before, required('oldCode', oldCode))
        await db.updateTable('users').set({ email: after }).where('id', '=', user.id).execute()
        await addMessage(db, user.id, 'emailBound', { email: after }, clock.now())
        return { email: after }
      },
      [`account ${after}`],
    )
  },

  'safe/google': async ({ way, password, code }, request) => {
    const { user, context } = request
    if (way === 'get')
      return await inUserTransaction(request, async (inside) => {
        const on = await hasTwoFactor(inside.db, user.id)
        return { on, key: on ? null : await pendingKey(inside, user), recoveryCodes: [] }
      })
    if ((await hasTwoFactor(context.db, user.id)) !== (way === 'off')) throw refuse('statusAbnormal')
    await verifyLoginPassword(context, user, required('password', password))
    if (way === 'off') await verifySecondFactor(context, user.id, required('code', code))
    else await verifyAppCode(context, user.id, required('code', code))
    return await inUserTransaction(request, async ({ db, clock }, current) => {
      if (current.password !== user.password) throw refuse('wrongPassword')
      if ((await hasTwoFactor(db, user.id)) !== (way === 'off')) throw refuse('statusAbnormal')
      const recoveryCodes = way === 'off' ? await disableTwoFactor(db, user.id) : await enableTwoFactor(db, user.id)
      await addMessage(db, user.id, way === 'off' ? 'twoFactorOff' : 'twoFactorOn', {}, clock.now())
      return { on: way !== 'off', key: null, recoveryCodes }
    })
  },

  'safe/pay_password': async ({ way, loginPassword, oldPassword, by, code, password }, request) => {
    const { user, context } = request
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
    await inUserTransaction(request, async ({ db, clock }, current) => {
      // What was verified may have changed meanwhile: of two concurrent changes one succeeds.
      if (used) {
        if (current.email !== user.email || current.phone !== user.phone) throw refuse('wrongCode')
        await consumeCode(db, 'payPassword', used.target, used.code)
      } else if (current.pay_password !== user.pay_password)
        throw refuse(way === 'change' ? 'wrongPayPassword' : 'statusAbnormal')
      if (way === 'set' && current.password !== user.password) throw refuse('wrongPassword')
      await db.updateTable('users').set({ pay_password: hash }).where('id', '=', user.id).execute()
      await revokeProofs(db, user.id)
      await clearAttempts(db, `pay:${user.id}`)
      await addMessage(db, user.id, 'payPasswordSet', {}, clock.now())
    })
    return {}
  },

  'safe/pay_verify': async ({ call, password }, request) => {
    const { user, context } = request
    if (!Object.hasOwn(contract, call)) throw refuse('illegalRequest')
    // Only money calls require a proof.
    if (contract[call as CallId].effect !== 'money') throw refuse('illegalOperation')
    await verifyPayPassword(context, user, password)
    return await inUserTransaction(request, async (inside, current) => {
      if (current.pay_password !== user.pay_password) throw refuse('wrongPayPassword')
      return { proof: await issueProof(inside, user.id, call), expiresAfter: asSeconds(PROOF_SECONDS) }
    })
  },

  'safe/update_password': async ({ oldPassword, password }, request) => {
    const { user, token, context } = request
    await verifyLoginPassword(context, user, oldPassword, 'oldPasswordWrong')
    if (password === oldPassword) throw refuse('passwordUnchanged')
    const hash = await hashPassword(password, context.options.passwordCost)
    return await inUserTransaction(request, async ({ db, clock }, current) => {
      // Of two concurrent changes one succeeds.
      if (current.password !== user.password) throw refuse('oldPasswordWrong')
      await db.updateTable('users').set({ password: hash }).where('id', '=', user.id).execute()
      const ended = await endSessions(db, user.id, token)
      await addMessage(db, user.id, 'passwordChanged', {}, clock.now())
      return { ended }
    })
  },
} satisfies Partial<Handlers>

import { asSeconds } from '../../../../engine/language/values/time.ts'
import type { CallId } from '../../../../generated/calls.ts'
import { contract } from '../../../../generated/contract.ts'
import { isWeakPayPassword } from '../../../../product/domain/payPassword.ts'
import type { CallRequest, Handlers } from '../../../handler.ts'
import { refuse } from '../../../kit/errors.ts'
import { clearAttempts } from '../../../kit/attempts.ts'
import { sendCode } from '../codes.ts'
import { beginningOf, mailPhraseOf } from '../mailPhrase.ts'
import { notify } from '../notices.ts'
import { checkNewPassword, hashPassword } from '../passwords.ts'
import { endSessions } from '../login/sessions.ts'
import type { UserRow } from '../tables.ts'
import { inUserTransaction } from '../userTransaction.ts'
import { hasPasskey, requestOptions } from '../passkeys/passkeys.ts'
import { bindAddress } from './bindAddress.ts'
import { freezeAccount, freezeByLink } from './freeze.ts'
import { startHold } from './holds.ts'
import { removeMailPhrase, setMailPhrase } from './mailPhrase.ts'
import { exchangePayPassword, PROOF_SECONDS, revokeProofs } from './payProofs.ts'
import { required, verifyLoginPassword, verifyPayPassword } from './secrets.ts'
import { codeAddress, codeTargets, requiredFactors, STEP_UP_SECONDS, stepUpByPasskey, verifyFactors } from './stepUp.ts'
import {
  disableTwoFactor,
  enableTwoFactor,
  hasTwoFactor,
  pendingKey,
  verifyAppCode,
  verifySecondFactor,
} from './twoFactor.ts'

const isPayPassword = (password: string): boolean => /^\d{6}$/.test(password)

/** Sets the payment password of a user who has none, after the login password is verified. Throws `statusAbnormal` if there is one. */
async function setFirstPayPassword(
  request: CallRequest<UserRow>,
  password: string,
  verify: () => Promise<void>,
): Promise<void> {
  const { user, context } = request
  if (user.pay_password !== null) throw refuse('statusAbnormal')
  await verify()
  const hash = await hashPassword(password, context.options.passwordCost)
  await inUserTransaction(request, async (inside, current) => {
    if (current.pay_password !== null || current.password !== user.password) throw refuse('statusAbnormal')
    await inside.db.updateTable('users').set({ pay_password: hash }).where('id', '=', user.id).execute()
    await clearAttempts(inside.db, `pay:${user.id}`)
    await notify(inside, user.id, 'payPasswordSet', {})
  })
}

export const calls = {
  'safe/email': async ({ way, email, code }, request) => ({
    email: await bindAddress(request, 'email', { way, address: email, code }),
  }),

  'safe/freeze': (_, request) =>
    inUserTransaction(request, async (inside, { id }) => {
      await freezeAccount(inside, id, request.token)
      return {}
    }),

  'safe/freeze_link': async ({ token }, { context }) => {
    await freezeByLink(context, token)
    return {}
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
    return await inUserTransaction(request, async (inside, current) => {
      const { db } = inside
      if (current.password !== user.password) throw refuse('wrongPassword')
      if ((await hasTwoFactor(db, user.id)) !== (way === 'off')) throw refuse('statusAbnormal')
      const recoveryCodes = way === 'off' ? await disableTwoFactor(db, user.id) : await enableTwoFactor(db, user.id)
      if (way === 'off') await startHold(inside, user.id, 'twoFactorOff')
      await notify(inside, user.id, way === 'off' ? 'twoFactorOff' : 'twoFactorOn', {})
      return { on: way !== 'off', key: null, recoveryCodes }
    })
  },

  'safe/mail_phrase': async (_, { user, context: { db } }) => {
    const phrase = await mailPhraseOf(db, user.id)
    return { beginning: phrase === null ? null : beginningOf(phrase) }
  },

  'safe/mail_phrase_set': ({ way, phrase }, request) =>
    inUserTransaction(request, async (inside, { id }) => {
      if (way === 'remove') await removeMailPhrase(inside, id)
      else await setMailPhrase(inside, id, required('phrase', phrase))
      return {}
    }),

  'safe/pay_password': async ({ way, loginPassword, oldPassword, password }, request) => {
    const { user, context } = request
    const isSet = user.pay_password !== null
    if (way === 'set' && isSet) throw refuse('statusAbnormal')
    if (way !== 'set' && !isSet) throw refuse('payPasswordRequired')

    if (way === 'set') await verifyLoginPassword(context, user, required('loginPassword', loginPassword))
    else if (way === 'change') {
      await verifyPayPassword(context, user, required('oldPassword', oldPassword))
      if (oldPassword === password) throw refuse('passwordUnchanged')
    }

    const hash = await hashPassword(password, context.options.passwordCost)
    await inUserTransaction(request, async (inside, current) => {
      const { db } = inside
      // The verified password may have changed meanwhile: of two concurrent changes one succeeds. A reset has verified none.
      if (way !== 'reset' && current.pay_password !== user.pay_password)
        throw refuse(way === 'change' ? 'wrongPayPassword' : 'statusAbnormal')
      if (way === 'set' && current.password !== user.password) throw refuse('wrongPassword')
      await db.updateTable('users').set({ pay_password: hash }).where('id', '=', user.id).execute()
      await revokeProofs(db, user.id)
      await clearAttempts(db, `pay:${user.id}`)
      if (way !== 'set') await startHold(inside, user.id, 'payPassword')
      await notify(inside, user.id, 'payPasswordSet', {})
    })
    return {}
  },

  'safe/pay_verify': async ({ call, password }, request) => {
    if (!Object.hasOwn(contract, call)) throw refuse('illegalRequest')
    // Only money calls require a proof.
    if (contract[call as CallId].effect !== 'money') throw refuse('illegalOperation')
    return { proof: await exchangePayPassword(request, call, password), expiresAfter: asSeconds(PROOF_SECONDS) }
  },

  'safe/phone': async ({ way, phone, code }, request) => ({
    phone: await bindAddress(request, 'phone', { way, address: phone, code }),
  }),

  'safe/step_up': async ({ passkey, ...payload }, request) => {
    const expiresAfter = asSeconds(STEP_UP_SECONDS)
    if (typeof passkey === 'string')
      return { proof: await stepUpByPasskey(request, { ...payload, passkey }), expiresAfter }
    const issue = await verifyFactors(request.context, request.user, request.token, payload)
    return await inUserTransaction(request, async (inside, current) => ({
      proof: await issue(inside, current),
      expiresAfter,
    }))
  },

  'safe/step_up_code': async ({ by }, request) => {
    const { kind, target } = codeAddress(request.user, by)
    return await sendCode(request.context, request, kind, 'stepUp', target, true)
  },

  'safe/step_up_info': async ({ call, value }, request) => {
    const { user, context } = request
    const factors = [...(await requiredFactors(context, user, call, value))]
    const mayUsePasskey = factors.length > 0 && (await hasPasskey(context.db, user.id))
    return {
      factors,
      targets: factors.includes('code') ? codeTargets(user) : [],
      passkey: mayUsePasskey ? await requestOptions(request, user.id) : null,
    }
  },

  'safe/update_password': async ({ way, oldPassword, password }, request) => {
    const { user, token, context } = request
    if (way === 'payment') {
      if (!isPayPassword(password)) throw refuse('parameterError', { field: 'password' })
      if (isWeakPayPassword(password)) throw refuse('weakPayPassword')
      await setFirstPayPassword(request, password, () =>
        verifyLoginPassword(context, user, oldPassword, 'oldPasswordWrong'),
      )
      return { ended: 0 }
    }
    await verifyLoginPassword(context, user, oldPassword, 'oldPasswordWrong')
    if (password === oldPassword) throw refuse('passwordUnchanged')
    checkNewPassword(password, user.account)
    const hash = await hashPassword(password, context.options.passwordCost)
    return await inUserTransaction(request, async (inside, current) => {
      const { db } = inside
      // Of two concurrent changes one succeeds.
      if (current.password !== user.password) throw refuse('oldPasswordWrong')
      await db.updateTable('users').set({ password: hash }).where('id', '=', user.id).execute()
      const ended = await endSessions(db, user.id, token)
      await startHold(inside, user.id, 'password')
      await notify(inside, user.id, 'passwordChanged', {})
      return { ended }
    })
  },
} satisfies Partial<Handlers>

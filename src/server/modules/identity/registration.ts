import type { ServerContext } from '../../context.ts'
import { formats } from '../../../engine/language/forms/schemaFormats.ts'
import { refuse } from '../../kit/errors.ts'
import { areaCodes } from './areaCodes.ts'
import { countAttempt } from '../../kit/attempts.ts'
import { checkCode, targetOf, consumeCode } from './codes.ts'
import { checkNewPassword, hashPassword } from './passwords.ts'
import { openSession, type SessionOrigin } from './login/sessions.ts'
import { createUser, referrerOf } from './users.ts'
import { inTransaction } from '../../kit/storage/transaction.ts'

/** Limit per IP address, for successful and refused registrations. */
const PER_IP = { count: 300, seconds: 3600 }
/** Invite codes are eight letters: guessing must be slow. */
const INVITES_PER_IP = { count: 60, seconds: 3600 }

export interface RegistrationInput {
  type: 'account' | 'phone' | 'email' | 'address'
  account: string
  code?: string | null
  password: string
  country: string
  terms: string
  inviteCode?: string | null
}

/** Registers a user by any method, and opens a session. Returns the account name for later logins, and the session's token. */
export async function register(
  context: ServerContext,
  request: SessionOrigin,
  input: RegistrationInput,
): Promise<{ account: string; token: string }> {
  const { db, clock, operator } = context
  await countAttempt(db, clock.now(), `register-ip:${request.ip}`, PER_IP)
  if (!areaCodes(request.lang).some(({ country }) => country === input.country))
    throw refuse('parameterError', { field: 'country' })
  if (operator.app.restrictedCountries.includes(input.country))
    throw refuse('countryRestricted', { country: input.country })
  if (input.terms !== operator.app.termsVersion) throw refuse('termsChanged')

  const { type } = input
  if (formats[type]?.(input.account) !== true) throw refuse('parameterError', { field: 'account' })
  const isReachable = type === 'phone' || type === 'email'
  const account = isReachable ? targetOf(type === 'email' ? 'mail' : 'sms', input.account) : input.account
  const code = isReachable ? input.code : null
  if (isReachable) {
    if (!code) throw refuse('missingParameter', { name: 'code' })
    await checkCode(context, 'register', account, code)
  }
  if (input.inviteCode) await countAttempt(db, clock.now(), `invite-ip:${request.ip}`, INVITES_PER_IP)
  checkNewPassword(input.password, account)
  const password = await hashPassword(input.password, context.options.passwordCost)

  // Names and addresses are unique without regard to case.
  return await inTransaction(db, [`account ${account.toLowerCase()}`], async (trx) => {
    const referrerId = await referrerOf(context, trx, input.inviteCode)
    const taken = await trx
      .selectFrom('users')
      .select('id')
      .where((eb) => eb.or([eb('account', '=', account), eb('phone', '=', account), eb('email', '=', account)]))
      .executeTakeFirst()
    if (taken)
      throw refuse(
        ({ account: 'usernameExists', phone: 'phoneExists', email: 'emailExists', address: 'addressExists' } as const)[
          type
        ],
      )
    if (code) await consumeCode(trx, 'register', account, code)
    const id = await createUser(context, trx, {
      account,
      phone: type === 'phone' ? account : null,
      email: type === 'email' ? account : null,
      password,
      country: input.country,
      referrerId,
      lang: request.lang,
      terms: input.terms,
    })
    return { account, token: await openSession({ ...context, db: trx }, id, request) }
  })
}

import { hashPassword, verifyPassword } from '../../identity/passwords.ts'
import { countDelayedAttempt, clearAttempts } from '../../../kit/attempts.ts'
import { keyUri, newSecret } from '../../identity/security/totp.ts'
import { operatorKeyOwner } from '../../../kit/storage/encryption/encryption.ts'
import { inTransaction } from '../../../kit/storage/transaction.ts'
import { operatorEntity, operatorOf, permissionsOf, totpKeyOf } from '../accounts.ts'
import { logCall } from '../audit.ts'
import type { OperatorHandlers, SignedInRequest } from '../handler.ts'
import { authenticateOperator, rememberAddress, verifyOperatorCode } from '../login.ts'
import { OperatorRefusal, refuseOperator } from '../refusal.ts'
import { endOperatorSession, endOperatorSessions, openOperatorSession } from '../sessions.ts'
import type { OperatorRow } from '../tables.ts'
import { asUnixSeconds } from '../../../../engine/language/values/time.ts'
import { countAttempt } from '../../../kit/attempts.ts'
import { Refusal } from '../../../kit/errors.ts'
import type { OperatorSession } from '../../../../generated/operatorApi/calls.ts'
import type { OperatorRequest } from '../handler.ts'

/** Failed logins that are logged individually; the limit keeps strangers from filling the log. */
const LOGGED_FAILURES = { count: 100, seconds: 3600 }
/** Wrong passwords of a session. */
const OLD_PASSWORD = { free: 5, longest: 60, seconds: 900 }

/** The lock that serializes the changes of one operator's account. */
export const accountLock = (operatorId: string): string => `operator ${operatorId}`

async function logFailure(request: OperatorRequest, error: unknown): Promise<void> {
  if (!(error instanceof OperatorRefusal)) return
  const { db, clock } = request.context
  try {
    await countAttempt(db, clock.now(), 'operator failures', LOGGED_FAILURES)
  } catch (limit) {
    if (limit instanceof Refusal) return
    throw limit
  }
  await logCall(db, request, error.code)
}

/** Ends all sessions of the operator and begins one, after a change of the password. */
async function replaceSessions(
  request: SignedInRequest,
  change: (db: SignedInRequest['context']['db'], current: OperatorRow) => Promise<unknown>,
): Promise<OperatorSession> {
  const { context, operator } = request
  return await inTransaction(context.db, [accountLock(operator.id)], async (trx) => {
    await change(trx, await operatorOf(trx, operator.id))
    await endOperatorSessions(trx, operator.id)
    await rememberAddress({ ...context, db: trx }, operator.id, request.ip)
    await logCall(trx, request, 'ok')
    return await openOperatorSession({ ...context, db: trx }, operator.id, false)
  })
}

export const handlers = {
  'session/login': async (credentials, request) => {
    const { context, ip } = request
    const operator = await authenticateOperator(context, ip, credentials).catch(async (error: unknown) => {
      await logFailure(request, error)
      throw error
    })
    return await inTransaction(context.db, [accountLock(operator.id)], async (trx) => {
      const inside = { ...context, db: trx }
      const current = await operatorOf(trx, operator.id)
      // The account may have been disabled, or its password replaced, since.
      if (current.disabled === 1n || current.password !== operator.password) throw refuseOperator('wrongCredentials')
      const setup = current.temporary_until !== null
      if (!setup) await rememberAddress(inside, operator.id, ip)
      await logCall(trx, { ...request, operator }, 'ok')
      return await openOperatorSession(inside, operator.id, setup)
    })
  },

  'session/setup_key': async (_, { context, operator }) =>
    await inTransaction(context.db, [accountLock(operator.id)], async (trx) => {
      const current = await operatorOf(trx, operator.id)
      if (current.temporary_until === null) throw refuseOperator('setupDone')
      let secret = totpKeyOf(context, current)
      if (secret === null) {
        secret = newSecret()
        await trx
          .updateTable('operator_accounts')
          .set({ secret: context.encryption.encryptText(secret, operatorKeyOwner(operator.id)) })
          .where('id', '=', operator.id)
          .execute()
      }
      const issuer = `${context.operator.app.shortName} operators`
      return { secret: (secret.match(/.{1,4}/g) ?? []).join(' '), uri: keyUri(issuer, operator.name, secret) }
    }),

  'session/setup': async ({ password, code }, request) => {
    const { context, operator } = request
    if (operator.temporary_until === null) throw refuseOperator('setupDone')
    if (await verifyPassword(password, operator.password)) throw refuseOperator('passwordUnchanged')
    const hash = await hashPassword(password, context.options.passwordCost)
    await verifyOperatorCode(context, operator, code)
    return await replaceSessions(request, async (trx, current) => {
      if (current.temporary_until === null) throw refuseOperator('setupDone')
      if (current.secret !== operator.secret) throw refuseOperator('wrongCode')
      await trx
        .updateTable('operator_accounts')
        .set({ password: hash, temporary_until: null })
        .where('id', '=', operator.id)
        .execute()
    })
  },

  'session/logout': async (_, request) => {
    await endOperatorSession(request.context.db, request.token)
    await logCall(request.context.db, request, 'ok')
    return {}
  },

  'session/me': (_, { operator, expires }) => ({
    operator: operatorEntity(operator),
    permissions: permissionsOf(operator),
    expires: asUnixSeconds(expires),
  }),

  'session/password': async ({ old, password, code }, request) => {
    const { context, operator } = request
    const attempts = `operator-password:${operator.id}`
    await countDelayedAttempt(context.db, context.clock.now(), attempts, OLD_PASSWORD)
    if (!(await verifyPassword(old, operator.password))) throw refuseOperator('wrongCredentials')
    await clearAttempts(context.db, attempts)
    if (old === password) throw refuseOperator('passwordUnchanged')
    const hash = await hashPassword(password, context.options.passwordCost)
    await verifyOperatorCode(context, operator, code)
    return await replaceSessions(request, async (trx, current) => {
      if (current.password !== operator.password) throw refuseOperator('wrongCredentials')
      await trx.updateTable('operator_accounts').set({ password: hash }).where('id', '=', operator.id).execute()
    })
  },
} satisfies Partial<OperatorHandlers>

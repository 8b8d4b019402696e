import type { CallFacts, Factor } from '../../../../generated/contract.ts'
import { contract } from '../../../../generated/contract.ts'
import type { CallId } from '../../../../generated/calls.ts'
import type { StepUpFactors } from '../../../../generated/entities.ts'
import type { CallRequest } from '../../../handler.ts'
import type { ServerContext } from '../../../context.ts'
import { refuse, type Refusal } from '../../../kit/errors.ts'
import { checkCode, consumeCode, targetOf, type CodeKind } from '../codes.ts'
import { newToken, sha256 } from '../../../kit/random.ts'
import type { UserRow } from '../tables.ts'
import { inUserTransaction } from '../userTransaction.ts'
import { verifyUse } from '../passkeys/passkeys.ts'
import { wasPaid } from '../../money/withdrawals/paid.ts'
import { required, verifyLoginPassword } from './secrets.ts'
import type { PendingStepUp } from './pendingStepUp.ts'
import { hasTwoFactor, verifySecondFactor } from './twoFactor.ts'

/** Life time of a proof: the payment password is typed between the step-up and the call. */
export const STEP_UP_SECONDS = 300

type Inside = Pick<ServerContext, 'db' | 'clock'>
type Condition = (context: Pick<ServerContext, 'db'>, userId: string, value: string) => Promise<boolean>

/** The conditions that `when` of a call's `x-step-up` names: whether the value requires a step-up. */
const CONDITIONS: Readonly<Record<string, Condition>> = {
  newPayee: async ({ db }, userId, value) => !(await wasPaid(db, userId, value)),
}

/** Where a user can receive a code. */
export type CodeWay = 'email' | 'phone'

const addressOf = (user: UserRow, by: CodeWay): { kind: CodeKind; target: string } | null => {
  const address = by === 'email' ? user.email : user.phone
  const kind = by === 'email' ? 'mail' : 'sms'
  return address === null ? null : { kind, target: targetOf(kind, address) }
}

const maskedAddress = (by: CodeWay, address: string): string =>
  by === 'phone' ? `••• ${address.slice(-3)}` : address.replace(/^(.{1,2})[^@]*/u, '$1•••')

/** The addresses of a user that can receive a code, with most characters hidden. */
export const codeTargets = (user: UserRow): { by: CodeWay; address: string }[] =>
  (['email', 'phone'] as const).flatMap((by) => {
    const address = user[by]
    return address === null ? [] : [{ by, address: maskedAddress(by, address) }]
  })

/** The address for a code. Throws `statusAbnormal` if the user has none of this kind. */
export function codeAddress(user: UserRow, by: CodeWay): { kind: CodeKind; target: string } {
  const address = addressOf(user, by)
  if (!address) throw refuse('statusAbnormal')
  return address
}

async function isRequired(
  context: Pick<ServerContext, 'db'>,
  stepUp: NonNullable<CallFacts['stepUp']>,
  userId: string,
  value: string,
): Promise<boolean> {
  if (stepUp.of) return stepUp.of.includes(value)
  if (stepUp.when === undefined) return true
  const condition = CONDITIONS[stepUp.when]
  if (!condition) throw new Error(`There is no condition ${stepUp.when}`)
  return await condition(context, userId, value)
}

/**
 * The factors that a call requires of a user for a value: those of the first alternative of which the user has all. None: it requires
 * no step-up for this value. Throws `illegalRequest` for an unknown call, `illegalOperation` for one that never requires a step-up.
 */
export async function requiredFactors(
  context: Pick<ServerContext, 'db'>,
  user: UserRow,
  call: string,
  value: string,
): Promise<readonly Factor[]> {
  if (!Object.hasOwn(contract, call)) throw refuse('illegalRequest')
  const { stepUp } = contract[call as CallId]
  if (!stepUp) throw refuse('illegalOperation')
  if (!(await isRequired(context, stepUp, user.id, value))) return []
  const own: Readonly<Record<Factor, boolean>> = {
    authenticator: await hasTwoFactor(context.db, user.id),
    password: true,
    code: user.email !== null || user.phone !== null,
  }
  const factors = stepUp.factors.find((all) => all.every((factor) => own[factor]))
  if (!factors) throw refuse('illegalOperation')
  return factors
}

/**
 * Verifies the required factors; attempts are counted before. `purpose`: that of the code; one that strangers can have sent (`confirm`) is
 * apart, so that they neither replace nor delay the code of a session. Returns the step that issues the proof inside a transaction, which
 * fails if the verified data has changed meanwhile.
 */
export async function verifyFactors(
  context: ServerContext,
  user: UserRow,
  token: string,
  { call, value, ...given }: StepUpFactors & { call: string; value: string },
  purpose: 'stepUp' | 'confirm' = 'stepUp',
): Promise<(inside: Inside, current: UserRow) => Promise<string>> {
  const factors = await requiredFactors(context, user, call, value)
  if (factors.length === 0) throw refuse('illegalOperation')
  const sent = factors.includes('code')
    ? { ...codeAddress(user, required('by', given.by) as CodeWay), code: required('code', given.code) }
    : null
  if (factors.includes('authenticator'))
    await verifySecondFactor(context, user.id, required('authenticator', given.authenticator))
  if (factors.includes('password')) await verifyLoginPassword(context, user, required('password', given.password))
  if (sent) await checkCode(context, purpose, sent.target, sent.code)

  return async (inside, current) => {
    const { db } = inside
    if (current.password !== user.password || current.email !== user.email || current.phone !== user.phone)
      throw refuse('statusAbnormal')
    if ((await hasTwoFactor(db, user.id)) !== factors.includes('authenticator')) throw refuse('statusAbnormal')
    if (sent) await consumeCode(db, purpose, sent.target, sent.code)
    return await issueProof(inside, { user, token, call, value })
  }
}

/** Issues a proof inside a transaction. Only its hash is stored. */
async function issueProof(
  { db, clock }: Inside,
  { user, token, call, value }: { user: UserRow; token: string; call: string; value: string },
): Promise<string> {
  const proof = newToken()
  const now = clock.now()
  await db.deleteFrom('step_up_proofs').where('user_id', '=', user.id).where('expires', '<=', BigInt(now)).execute()
  await db
    .insertInto('step_up_proofs')
    .values({
      hash: sha256(proof),
      user_id: user.id,
      token_hash: sha256(token),
      call,
      value,
      expires: now + STEP_UP_SECONDS,
    })
    .execute()
  return proof
}

/** Verifies a passkey of the user in place of the factors and issues the proof. */
export async function stepUpByPasskey(
  request: CallRequest<UserRow>,
  { call, value, passkey }: { call: string; value: string; passkey: string },
): Promise<string> {
  const { user, token, context } = request
  const factors = await requiredFactors(context, user, call, value)
  if (factors.length === 0) throw refuse('illegalOperation')
  await verifyUse(request, passkey, user.id)
  return await inUserTransaction(request, (inside) => issueProof(inside, { user, token, call, value }))
}

/** The value of the payload that a proof of its call is bound to. */
function boundValue({ by = '' }: NonNullable<CallFacts['stepUp']>, payload: Readonly<Record<string, unknown>>): string {
  const value = payload[by]
  return typeof value === 'string' ? value : ''
}

/** `stepUpRequired` with the factors that the user has to send, and where a code can be sent. */
async function stepUpRefusal(
  context: Pick<ServerContext, 'db'>,
  user: UserRow,
  call: string,
  value: string,
): Promise<Refusal> {
  const factors = [...(await requiredFactors(context, user, call, value))]
  const by = factors.includes('code') ? codeTargets(user).map((target) => target.by) : []
  return refuse('stepUpRequired', { factors, by })
}

/**
 * Exchanges the factors that a payload contains (`stepUp`) for the proof of safe/step_up, as if the client had called it. Returns the
 * proof; undefined if the payload contains no factors or the call requires none.
 */
export async function exchangeFactors(
  context: ServerContext,
  { stepUp }: Pick<CallFacts, 'stepUp'>,
  { call, user, token, payload }: SteppingUp,
): Promise<string | undefined> {
  if (!stepUp || payload.stepUp === undefined) return undefined
  const value = boundValue(stepUp, payload)
  if (!(await isRequired(context, stepUp, user.id, value))) return undefined
  if (user.frozen === 1n) throw refuse('accountFrozen')
  const factors = { ...(payload.stepUp as StepUpFactors), call, value }
  const issue = await verifyFactors(context, user, token, factors, 'confirm')
  return await inUserTransaction({ context, user, token }, issue)
}

interface SteppingUp {
  call: string
  user: UserRow
  token: string
  payload: Readonly<Record<string, unknown>>
}

/**
 * Checks the step-up of a call before its handler. Returns the proof to consume; null if the call requires none for this payload.
 * Throws `accountFrozen`, and `stepUpRequired` without a valid proof for this user, session, call and value.
 */
export async function openStepUp(
  { db, clock }: Inside,
  { stepUp }: Pick<CallFacts, 'stepUp'>,
  request: SteppingUp,
): Promise<PendingStepUp | null> {
  if (!stepUp) return null
  const { call, user, token, payload } = request
  const value = boundValue(stepUp, payload)
  if (!(await isRequired({ db }, stepUp, user.id, value))) return null
  if (user.frozen === 1n) throw refuse('accountFrozen')
  const { stepUpProof } = payload
  const hash = sha256(typeof stepUpProof === 'string' ? stepUpProof : '')
  const bound = { user_id: user.id, token_hash: sha256(token), call, value }
  const found = await db
    .selectFrom('step_up_proofs')
    .select('hash')
    .where('hash', '=', hash)
    .where((eb) => eb.and(bound))
    .where('expires', '>', BigInt(clock.now()))
    .executeTakeFirst()
  if (!found) throw await stepUpRefusal({ db }, user, call, value)
  const pending: PendingStepUp = {
    isConsumed: false,
    async consume(inside) {
      const taken = await inside.db
        .deleteFrom('step_up_proofs')
        .where('hash', '=', hash)
        .where((eb) => eb.and(bound))
        .where('expires', '>', BigInt(inside.clock.now()))
        .returning('hash')
        .executeTakeFirst()
      if (!taken) throw await stepUpRefusal(inside, user, call, value)
      pending.isConsumed = true
    },
  }
  return pending
}

import type { Kysely } from 'kysely'
import type { CallRequest } from '../../../handler.ts'
import type { ServerContext } from '../../../context.ts'
import type { Tables } from '../../../db.ts'
import { refuse } from '../../../kit/errors.ts'
import { newToken, sha256 } from '../../../kit/random.ts'
import type { UserRow } from '../tables.ts'
import { inUserTransaction } from '../userTransaction.ts'
import { verifyPayPassword } from './secrets.ts'

/** Life time of a proof: one round trip lies between the password and the call. */
export const PROOF_SECONDS = 120

/** Issues a proof for one user and one call. Only its hash is stored. */
async function issueProof({ db, clock }: ServerContext, userId: string, call: string): Promise<string> {
  const proof = newToken()
  const now = clock.now()
  await db.deleteFrom('pay_proofs').where('user_id', '=', userId).where('expires', '<=', BigInt(now)).execute()
  await db
    .insertInto('pay_proofs')
    .values({ hash: sha256(proof), user_id: userId, call, expires: now + PROOF_SECONDS })
    .execute()
  return proof
}

/** Consumes a proof inside the call's transaction, so that a refused call does not cost it. Throws `wrongPayPassword`. */
export async function consumeProof(
  { db, clock }: Pick<ServerContext, 'db' | 'clock'>,
  userId: string,
  call: string,
  proof: unknown,
): Promise<void> {
  const taken = await db
    .deleteFrom('pay_proofs')
    .where('hash', '=', sha256(typeof proof === 'string' ? proof : ''))
    .where('user_id', '=', userId)
    .where('call', '=', call)
    .where('expires', '>', BigInt(clock.now()))
    .returning('hash')
    .executeTakeFirst()
  if (!taken) throw refuse('wrongPayPassword')
}

/** If the call requires the payment password, consumes the proof from safe/pay_verify. Runs before the handler, in its transaction. */
export async function requireProof(
  context: Pick<ServerContext, 'db' | 'clock'>,
  { needs }: { needs: readonly string[] },
  request: { call: string; userId: string; proof: unknown },
): Promise<void> {
  if (needs.includes('payPassword')) await consumeProof(context, request.userId, request.call, request.proof)
}

/** Verifies the payment password of a user for a call and issues a proof. Throws what `verifyPayPassword` throws. */
export async function exchangePayPassword(
  request: Pick<CallRequest<UserRow>, 'context' | 'user' | 'token'>,
  call: string,
  password: string,
): Promise<string> {
  const { user, context } = request
  await verifyPayPassword(context, user, password)
  return await inUserTransaction(request, async (inside, current) => {
    if (current.pay_password !== user.pay_password) throw refuse('wrongPayPassword')
    return await issueProof(inside, user.id, call)
  })
}

/** Revokes all proofs of a user, after a change of the payment password. */
export async function revokeProofs(db: Kysely<Tables>, userId: string): Promise<void> {
  await db.deleteFrom('pay_proofs').where('user_id', '=', userId).execute()
}

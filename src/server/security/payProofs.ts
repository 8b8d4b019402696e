import type { Kysely } from 'kysely'
import type { ServerContext } from '../context.ts'
import type { Tables } from '../db.ts'
import { refuse } from '../errors.ts'
import { newToken, sha256 } from '../identity/random.ts'

/** Between the payment password and the call that it is for lies one round trip. */
export const PROOF_SECONDS = 120

/** Kept as its hash; for one user and one call. */
export async function issueProof({ db, clock }: ServerContext, userId: string, call: string): Promise<string> {
  const proof = newToken()
  const now = clock.now()
  await db.deleteFrom('pay_proofs').where('user_id', '=', userId).where('expires', '<=', BigInt(now)).execute()
  await db.insertInto('pay_proofs').values({ hash: sha256(proof), user_id: userId, call, expires: now + PROOF_SECONDS }).execute()
  return proof
}

/** Uses a proof up, inside the transaction of the call that it is for: what is refused costs none. Throws wrongPayPassword. */
export async function consumeProof({ db, clock }: Pick<ServerContext, 'db' | 'clock'>, userId: string, call: string, proof: unknown): Promise<void> {
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

/** What a money call goes through before its handler, inside its transaction: if it needs the payment password, it carries the proof that safe/pay_verify has answered. */
export async function requireProof(context: Pick<ServerContext, 'db' | 'clock'>, { needs }: { needs: readonly string[] }, request: { call: string; userId: string; proof: unknown }): Promise<void> {
  if (needs.includes('payPassword')) await consumeProof(context, request.userId, request.call, request.proof)
}

/** The payment password has changed: what the earlier one proved is void. */
export async function revokeProofs(db: Kysely<Tables>, userId: string): Promise<void> {
  await db.deleteFrom('pay_proofs').where('user_id', '=', userId).execute()
}

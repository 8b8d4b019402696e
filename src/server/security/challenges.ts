import type { ServerContext } from '../context.ts'
import { refuse } from '../errors.ts'
import { sha256 } from '../identity/random.ts'
import type { UserRow } from '../identity/tables.ts'
import { verifySecondFactor } from './twoFactor.ts'

export const CHALLENGE_SECONDS = 300
export const CHALLENGE_ATTEMPTS = 5

/** Opens the second step of a login: the password was right, the code is missing. The challenge of the slider identifies this login. */
export async function openChallenge({ db, clock }: ServerContext, userId: string, slide: string): Promise<void> {
  const now = clock.now()
  await db.deleteFrom('login_challenges').where('expires', '<=', BigInt(now)).execute()
  await db
    .insertInto('login_challenges')
    .values({ hash: sha256(slide), user_id: userId, expires: now + CHALLENGE_SECONDS, tries: 0 })
    .execute()
}

/** Counts an attempt, verifies the code and ends the challenge. Throws `loginExpired` after too many attempts or too much time. */
export async function answerChallenge(context: ServerContext, challenge: string, code: string): Promise<UserRow> {
  const { db, clock } = context
  const hash = sha256(challenge)
  const row = await db
    .updateTable('login_challenges')
    .set((eb) => ({ tries: eb('tries', '+', 1n) }))
    .where('hash', '=', hash)
    .where('expires', '>', BigInt(clock.now()))
    .where('tries', '<', BigInt(CHALLENGE_ATTEMPTS))
    .returning('user_id')
    .executeTakeFirst()
  if (!row) throw refuse('loginExpired')
  await verifySecondFactor(context, row.user_id, code)
  const ended = await db.deleteFrom('login_challenges').where('hash', '=', hash).returning('hash').executeTakeFirst()
  if (!ended) throw refuse('loginExpired')
  const user = await db.selectFrom('users').selectAll().where('id', '=', row.user_id).executeTakeFirstOrThrow()
  if (user.locked === 1n) throw refuse('userLocked')
  return user
}

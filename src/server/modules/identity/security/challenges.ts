import type { ServerContext } from '../../../context.ts'
import { refuse } from '../../../kit/errors.ts'
import { isKnownDevice, type LoginOrigin } from '../login/knownDevices.ts'
import { sha256 } from '../../../kit/random.ts'
import { verifySecondFactor } from './twoFactor.ts'

export const CHALLENGE_SECONDS = 300
export const CHALLENGE_ATTEMPTS = 5

/** Opens the second step of a login: the password was right, the code is missing. The challenge of the slider identifies this login. */
export async function openChallenge(
  { db, clock }: Pick<ServerContext, 'db' | 'clock'>,
  userId: string,
  slide: string,
): Promise<void> {
  const now = clock.now()
  await db.deleteFrom('login_challenges').where('expires', '<=', BigInt(now)).execute()
  await db
    .insertInto('login_challenges')
    .values({ hash: sha256(slide), user_id: userId, expires: now + CHALLENGE_SECONDS, tries: 0 })
    .execute()
}

/**
 * Counts an attempt, verifies the code and returns the id of the user; `endChallenge` ends the challenge. Throws `loginExpired` after
 * too many attempts or too much time.
 */
export async function answerChallenge(
  context: ServerContext,
  challenge: string,
  code: string,
  origin: LoginOrigin,
): Promise<string> {
  const { db, clock } = context
  const row = await db
    .updateTable('login_challenges')
    .set((eb) => ({ tries: eb('tries', '+', 1n) }))
    .where('hash', '=', sha256(challenge))
    .where('expires', '>', BigInt(clock.now()))
    .where('tries', '<', BigInt(CHALLENGE_ATTEMPTS))
    .returning('user_id')
    .executeTakeFirst()
  if (!row) throw refuse('loginExpired')
  await verifyLoginCode(context, row.user_id, code, origin)
  return row.user_id
}

/** Verifies the second factor of a login. Attempts are counted apart for devices that are not known. */
export async function verifyLoginCode(
  context: ServerContext,
  userId: string,
  code: string,
  origin: LoginOrigin,
): Promise<void> {
  const isKnown = await isKnownDevice(context, userId, origin)
  await verifySecondFactor(context, userId, code, isKnown ? 'known' : 'stranger')
}

/** Ends a challenge in the transaction that opens its session. Throws `loginExpired` if it has ended. */
export async function endChallenge({ db }: Pick<ServerContext, 'db'>, challenge: string): Promise<void> {
  const ended = await db
    .deleteFrom('login_challenges')
    .where('hash', '=', sha256(challenge))
    .returning('hash')
    .executeTakeFirst()
  if (!ended) throw refuse('loginExpired')
}

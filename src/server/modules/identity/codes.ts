import { timingSafeEqual } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Seconds } from '../../../engine/language/values/units.ts'
import { asSeconds } from '../../../engine/language/values/time.ts'
import { CODE_RESEND_SECONDS } from '../../../engine/language/constants.ts'
import type { ServerContext } from '../../context.ts'
import type { Tables } from '../../db.ts'
import { refuse } from '../../kit/errors.ts'
import { countAttempt, countDelayedAttempt } from '../../kit/attempts.ts'
import { phraseLine } from './mailPhrase.ts'
import { canonicalPhone } from '../../kit/phones.ts'
import { newCode, sha256 } from '../../kit/random.ts'
import { inTransaction } from '../../kit/storage/transaction.ts'

export const CODE_SECONDS = 600
export const CODE_ATTEMPTS = 5
/** Of one purpose. A stranger delays the owner by half an hour at most, and an address gets some 60 messages a day. */
const PER_TARGET = { free: 5, longest: 1800, seconds: 24 * 3600 }
const PER_IP = { count: 300, seconds: 3600 }

export type CodePurpose = 'register' | 'forget' | 'bindEmail' | 'bindPhone' | 'stepUp' | 'confirm'
/** Purposes that may send to an unregistered address; all others need a registered one. */
const UNVERIFIED_PURPOSES: readonly CodePurpose[] = ['register', 'bindEmail', 'bindPhone']
/** Returns whether a code may be sent: always to a registered address (`known`), to any other only to register or bind it. */
export const isDeliverable = (purpose: CodePurpose, known: boolean): boolean =>
  known || UNVERIFIED_PURPOSES.includes(purpose)
export type CodeKind = 'sms' | 'mail'

const hashOf = (purpose: CodePurpose, target: string, code: string): string => sha256(`${purpose}\n${target}\n${code}`)

/** Canonical form of an address: e-mail in lower case, a phone in its one spelling. */
export const targetOf = (kind: CodeKind, text: string): string =>
  kind === 'mail' ? text.toLowerCase() : canonicalPhone(text)

/** Creates a code for one purpose. With `deliver` false the reply is the same, but nothing is sent. */
export async function sendCode(
  context: ServerContext,
  request: { ip: string },
  kind: CodeKind,
  purpose: CodePurpose,
  address: string,
  deliver: boolean,
): Promise<{ resendAfter: Seconds; expiresAfter: Seconds }> {
  const { db, clock } = context
  const now = clock.now()
  const target = targetOf(kind, address)
  await countAttempt(db, now, `code-ip:${request.ip}`, PER_IP)
  const code = newCode()
  await inTransaction(db, [`code ${purpose} ${target}`], async (trx) => {
    const previous = await trx
      .selectFrom('codes')
      .select('created')
      .where('purpose', '=', purpose)
      .where('target', '=', target)
      .executeTakeFirst()
    const wait = previous ? Number(previous.created) + CODE_RESEND_SECONDS - now : 0
    if (wait > 0) throw refuse('tooManyRequests', { seconds: asSeconds(wait) })
    // Also without delivery: the delay must not reveal whether the address is known.
    await countDelayedAttempt(trx, now, `code:${purpose}:${target}`, PER_TARGET)
    const row = { hash: hashOf(purpose, target, code), created: now, expires: now + CODE_SECONDS, tries: 0 }
    await trx
      .insertInto('codes')
      .values({ purpose, target, ...row })
      .onConflict((on) => on.columns(['purpose', 'target']).doUpdateSet(row))
      .execute()
    if (!deliver) return
    const phrase = kind === 'mail' ? await phraseLine({ ...context, db: trx }, { email: target }) : null
    await trx.insertInto('outbox').values({ kind, target, purpose, code, created: now, phrase }).execute()
  })
  return { resendAfter: asSeconds(CODE_RESEND_SECONDS), expiresAfter: asSeconds(CODE_SECONDS) }
}

/** Counts an attempt and compares; throws `wrongCode`. The code stays valid until consumeCode. */
export async function checkCode(
  { db, clock }: ServerContext,
  purpose: CodePurpose,
  target: string,
  code: string,
): Promise<void> {
  const row = await db
    .updateTable('codes')
    .set((eb) => ({ tries: eb('tries', '+', 1n) }))
    .where('purpose', '=', purpose)
    .where('target', '=', target)
    .where('expires', '>', BigInt(clock.now()))
    .where('tries', '<', BigInt(CODE_ATTEMPTS))
    .returning('hash')
    .executeTakeFirst()
  if (!row || !timingSafeEqual(Buffer.from(row.hash), Buffer.from(hashOf(purpose, target, code))))
    throw refuse('wrongCode')
}

/** Deletes the code inside the transaction it authorizes; throws `wrongCode` if another request was faster. */
export async function consumeCode(
  trx: Kysely<Tables>,
  purpose: CodePurpose,
  target: string,
  code: string,
): Promise<void> {
  const used = await trx
    .deleteFrom('codes')
    .where('purpose', '=', purpose)
    .where('target', '=', target)
    .where('hash', '=', hashOf(purpose, target, code))
    .returning('target')
    .executeTakeFirst()
  if (!used) throw refuse('wrongCode')
}

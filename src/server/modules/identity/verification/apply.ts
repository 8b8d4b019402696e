import type { Kysely, Transaction } from 'kysely'
import { normalizeNumber, isDocumentNumber, type DocumentType } from '../../../../product/domain/documents.ts'
import { canTransition, statusIndex, statusAt } from '../../../../product/domain/status.ts'
import type { ServerContext } from '../../../context.ts'
import type { Tables } from '../../../db.ts'
import { refuse } from '../../../kit/errors.ts'
import { areaCodes } from '../areaCodes.ts'
import { newId } from '../../../kit/random.ts'
import { useUpload } from '../../content/uploads/uses.ts'
import { inTransaction, userLock } from '../../../kit/storage/transaction.ts'
import { lockUser } from '../userTransaction.ts'

type Level = 'primary' | 'advanced'

export interface PrimaryIdentityInput {
  firstName: string
  lastName: string
  country: string
  documentType: DocumentType
  number: string
}
export interface AdvancedIdentityInput {
  front: string
  /** A passport may have none. */
  back: string | null
}

export const IN_REVIEW = statusIndex('identity', 'inReview')
export const CERTIFIED = statusIndex('identity', 'certified')
export const NOT_CERTIFIED = statusIndex('identity', 'notCertified')

/** Key of a document, independent of how its number is written. */
export const documentKey = ({ country, documentType, number }: PrimaryIdentityInput): string =>
  `${country} ${documentType} ${normalizeNumber(number)}`

/** Throws a refusal unless the fields describe a document that this operator accepts. */
export function checkPrimary(
  { operator }: Pick<ServerContext, 'operator'>,
  lang: string,
  given: PrimaryIdentityInput,
): void {
  if (!areaCodes(lang).some(({ country }) => country === given.country))
    throw refuse('parameterError', { field: 'country' })
  if (operator.app.restrictedCountries.includes(given.country))
    throw refuse('countryRestricted', { country: given.country })
  if (!isDocumentNumber(given.country, given.documentType, given.number)) throw refuse('documentNumberInvalid')
}

/** Throws a refusal unless the user may apply for the level now. */
async function checkStatus(trx: Transaction<Tables>, userId: string, level: Level): Promise<void> {
  const user = await lockUser({ db: trx }, userId)
  if (level === 'advanced' && user.identity !== BigInt(CERTIFIED)) throw refuse('realNameRequired')
  const status = statusAt('identity', level === 'primary' ? user.identity : user.advanced_identity)
  if (!canTransition('identity', status, 'inReview'))
    throw refuse(status === 'certified' ? 'noUpgradeNeeded' : 'alreadyApplied')
}

/**
 * Applies for the first level. Throws a refusal if the user may not apply now, or another application with the document is open or
 * certified.
 */
export function applyPrimary(context: ServerContext, userId: string, given: PrimaryIdentityInput): Promise<void> {
  const document = documentKey(given)
  return apply(context, userId, 'primary', given, document, async (trx) => {
    const taken = await trx
      .selectFrom('verifications')
      .select('id')
      .where('document', '=', document)
      .where('status', '>', BigInt(NOT_CERTIFIED))
      .executeTakeFirst()
    if (taken) throw refuse('idNumberVerified')
  })
}

/** Applies for the second level with the pictures of a document. Throws a refusal if the user may not apply now or an upload cannot be used. */
export function applyAdvanced(context: ServerContext, userId: string, given: AdvancedIdentityInput): Promise<void> {
  return apply(context, userId, 'advanced', given, null, async (trx) => {
    for (const field of ['front', 'back'] as const) {
      const uploadId = given[field]
      if (uploadId !== null) await useUpload(trx, { uploadId, userId, purpose: 'identity', field }, context.clock.now())
    }
  })
}

async function apply(
  context: ServerContext,
  userId: string,
  level: Level,
  given: object,
  document: string | null,
  check: (trx: Transaction<Tables>) => Promise<void>,
): Promise<void> {
  const now = context.clock.now()
  await inTransaction(
    context.db,
    document === null ? [userLock(userId)] : [userLock(userId), `document ${document}`],
    async (trx) => {
      await checkStatus(trx, userId, level)
      await check(trx)
      const due = now + context.operator.server.review.identity
      await trx
        .insertInto('verifications')
        .values({
          id: newId(),
          user_id: userId,
          level,
          status: IN_REVIEW,
          reason: null,
          given: JSON.stringify(given),
          document,
          created: now,
          due,
        })
        .execute()
      await setStatus(trx, userId, level, IN_REVIEW)
    },
  )
}

/** Sets the verification status of a user for a level, without a check of the transition. */
export async function setStatus(db: Kysely<Tables>, userId: string, level: Level, status: number): Promise<void> {
  const change = level === 'primary' ? { identity: status } : { advanced_identity: status }
  await db.updateTable('users').set(change).where('id', '=', userId).execute()
}

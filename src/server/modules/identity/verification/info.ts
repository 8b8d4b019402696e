import { asUnixSeconds } from '../../../../engine/language/values/time.ts'
import type { AdvancedIdentity, PrimaryIdentity } from '../../../../generated/entities.ts'
import type { ServerContext } from '../../../context.ts'
import type { UserRow } from '../tables.ts'
import { signedUrlOf } from '../../content/uploads/signedUrl.ts'
import { NOT_CERTIFIED, type AdvancedIdentityInput, type PrimaryIdentityInput } from './apply.ts'
import type { VerificationRow } from './tables.ts'

/** Masked document number: "C0•••6H". */
export function maskNumber(number: string): string {
  const shown = number.length > 7 ? 2 : 1
  return `${number.slice(0, shown)}•••${number.slice(-shown)}`
}

const latestReview = (
  db: ServerContext['db'],
  userId: string,
  level: VerificationRow['level'],
): Promise<VerificationRow | undefined> =>
  db
    .selectFrom('verifications')
    .selectAll()
    .where('user_id', '=', userId)
    .where('level', '=', level)
    .orderBy('created', 'desc')
    .orderBy('status', 'desc')
    .limit(1)
    .executeTakeFirst()

/** The type of the document that the user has applied with; null before. */
export async function documentTypeOf(
  { db }: ServerContext,
  userId: string,
): Promise<PrimaryIdentityInput['documentType'] | null> {
  const row = await latestReview(db, userId, 'primary')
  return row ? (JSON.parse(row.given) as PrimaryIdentityInput).documentType : null
}

/** Returns the status of the first level. `given` is null without an application; its `number` is null except after a rejection. */
export async function primaryInfo({ db }: ServerContext, user: UserRow): Promise<PrimaryIdentity> {
  const row = await latestReview(db, user.id, 'primary')
  const status = Number(user.identity)
  if (!row) return { status, reason: null, given: null }
  const given = JSON.parse(row.given) as PrimaryIdentityInput
  const maskedNumber = maskNumber(given.number)
  return {
    status,
    reason: row.reason as PrimaryIdentity['reason'],
    given: {
      ...given,
      number: status === NOT_CERTIFIED ? given.number : null,
      maskedNumber,
      time: asUnixSeconds(row.created),
    },
  }
}

/** Returns the status of the second level, with signed URLs of the pictures. All other fields are null without an application. */
export async function advancedInfo({ db, clock }: ServerContext, user: UserRow): Promise<AdvancedIdentity> {
  const row = await latestReview(db, user.id, 'advanced')
  const status = Number(user.advanced_identity)
  if (!row) return { status, reason: null, front: null, back: null, time: null }
  const { front, back } = JSON.parse(row.given) as AdvancedIdentityInput
  const now = clock.now()
  return {
    status,
    reason: row.reason as AdvancedIdentity['reason'],
    front: await signedUrlOf(db, front, now),
    back: back === null ? null : await signedUrlOf(db, back, now),
    time: asUnixSeconds(row.created),
  }
}

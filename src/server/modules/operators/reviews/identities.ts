import type { Kysely } from 'kysely'
import { asUnixSeconds } from '../../../../engine/language/values/time.ts'
import { statusAt } from '../../../../product/domain/status.ts'
import type { Review } from '../../../../generated/operatorApi/calls.ts'
import type { ServerContext } from '../../../context.ts'
import type { Tables } from '../../../db.ts'
import { signedUrlOf } from '../../content/uploads/signedUrl.ts'
import { IN_REVIEW, type AdvancedIdentityInput, type PrimaryIdentityInput } from '../../identity/verification/apply.ts'
import { endReview, isManual } from '../../identity/verification/job.ts'
import { REFUSAL_REASONS, type VerificationRow } from '../../identity/verification/tables.ts'
import type { ReviewKind } from './types.ts'
import { details } from './machineReviews.ts'

const rowsIn = (db: Kysely<Tables>) =>
  db
    .selectFrom('verifications')
    .innerJoin('users', 'users.id', 'verifications.user_id')
    .selectAll('verifications')
    .select('users.account')

async function shown({ db, clock }: ServerContext, { level, given }: VerificationRow) {
  if (level === 'primary') {
    const { firstName, lastName, country, documentType, number } = JSON.parse(given) as PrimaryIdentityInput
    return { details: details({ level, firstName, lastName, country, documentType, number }), pictures: [] }
  }
  const { front, back } = JSON.parse(given) as AdvancedIdentityInput
  const now = clock.now()
  const pictures = await Promise.all([front, back].flatMap((id) => (id === null ? [] : signedUrlOf(db, id, now))))
  return { details: details({ level }), pictures }
}

async function entity(context: ServerContext, row: VerificationRow & { account: string }): Promise<Review> {
  const open = row.status === BigInt(IN_REVIEW)
  return {
    kind: 'identity',
    id: row.id,
    user: row.user_id,
    account: row.account,
    status: statusAt('identity', row.status),
    open,
    ...(await shown(context, row)),
    reasons: open ? [...REFUSAL_REASONS[row.level]] : [],
    reason: row.reason,
    time: asUnixSeconds(row.created),
    due: open && !isManual(context) ? asUnixSeconds(row.due) : null,
  }
}

export const identities: ReviewKind = {
  async list(context, { open, user, offset, limit }) {
    let query = rowsIn(context.db)
    if (open) query = query.where('verifications.status', '=', BigInt(IN_REVIEW))
    if (user) query = query.where('verifications.user_id', '=', user)
    const rows = await query
      .orderBy('verifications.created', open ? 'asc' : 'desc')
      .orderBy('verifications.id')
      .offset(offset)
      .limit(limit)
      .execute()
    return await Promise.all(rows.map((row) => entity(context, row)))
  },
  async find(context, id) {
    const row = await rowsIn(context.db).where('verifications.id', '=', id).executeTakeFirst()
    return row ? await entity(context, row) : null
  },
  async answer(context, id, decision) {
    const row = await context.db.selectFrom('verifications').selectAll().where('id', '=', id).executeTakeFirst()
    return row ? await endReview(context, row, decision.approve ? null : decision.reason) : false
  },
}

import type { Review } from '../../../../generated/operatorApi/calls.ts'
import type { ServerContext } from '../../../context.ts'
import type { Decision } from '../../../kit/statusMachine.ts'
import { refuseOperator } from '../refusal.ts'
import { reviewKinds } from './kinds.ts'
import type { Kind } from './types.ts'

const OPEN_OF_USER = 20

/** The open reviews of a user, the oldest of each kind first. */
export async function openReviewsOf(context: ServerContext, user: string): Promise<Review[]> {
  const lists = await Promise.all(
    Object.values(reviewKinds).map((kind) => kind.list(context, { open: true, user, offset: 0, limit: OPEN_OF_USER })),
  )
  return lists.flat().slice(0, OPEN_OF_USER)
}

/** Throws `reviewNotFound`. */
export async function reviewOf(context: ServerContext, kind: Kind, id: string): Promise<Review> {
  const review = await reviewKinds[kind].find(context, id)
  if (!review) throw refuseOperator('reviewNotFound')
  return review
}

/** The decision on a review; throws `reasonUnknown` unless exactly a refusal has a reason, and one of the review's. */
export function decisionOn({ reasons }: Review, approve: boolean, reason: string | null): Decision {
  if (approve && reason === null) return { approve }
  if (!approve && reason !== null && reasons.includes(reason)) return { approve, reason }
  throw refuseOperator('reasonUnknown', { reasons: reasons.join(', ') || '(none)' })
}

import { offsetOf, pageOf } from '../../../kit/api/page.ts'
import type { OperatorHandlers } from '../handler.ts'
import { refuseOperator } from '../refusal.ts'
import { reviewKinds } from '../reviews/kinds.ts'
import { decisionOn, reviewOf } from '../reviews/reviews.ts'
import { lockUserForOperator } from './users.ts'

const PAGE = 20

export const handlers = {
  'reviews/list': async ({ kind, open = true, user, page }, { context }) => {
    const filter = { open, user, offset: offsetOf(page, PAGE), limit: PAGE + 1 }
    return pageOf(await reviewKinds[kind].list(context, filter), page, PAGE)
  },

  'reviews/detail': ({ kind, id }, { context }) => reviewOf(context, kind, id),

  'reviews/answer': async ({ kind, id, status, approve, reason = null }, request) => {
    const { context } = request
    const { user } = await reviewOf(context, kind, id)
    await lockUserForOperator(request, user)
    const before = await reviewOf(context, kind, id)
    if (!before.open || before.status !== status) throw refuseOperator('reviewAnswered', { status: before.status })
    if (!(await reviewKinds[kind].answer(context, id, decisionOn(before, approve, reason))))
      throw refuseOperator('reviewAnswered', { status: (await reviewOf(context, kind, id)).status })
    const data = await reviewOf(context, kind, id)
    const stateOf = (review: typeof data) => ({ status: review.status, reason: review.reason })
    return { data, change: { user, target: `${kind} ${id}`, before: stateOf(before), after: stateOf(data) } }
  },
} satisfies Partial<OperatorHandlers>

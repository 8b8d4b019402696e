import type { UserPolling } from '../core/product.ts'
import { statusIndex } from './status.ts'

const IN_REVIEW = statusIndex('identity', 'inReview')

/** The levels of verification: a review ends without anything that the user does. */
export const userPolling: UserPolling = {
  values: (user) => [user.identity, user.advancedIdentity],
  isPending: (value) => value === IN_REVIEW,
  calls: ['user/getrealinfo', 'user/usermessage'],
}

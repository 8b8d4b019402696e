import { deposits } from './deposits.ts'
import { identities } from './identities.ts'
import { interest } from './interest.ts'
import { loans } from './loans.ts'
import type { Kind, ReviewKind } from './types.ts'
import { withdrawals } from './withdrawals.ts'

/** The reviews of each kind. */
export const reviewKinds: Readonly<Record<Kind, ReviewKind>> = {
  deposit: deposits,
  withdrawal: withdrawals,
  identity: identities,
  loan: loans,
  interest,
}

import type { Review } from '../../../../generated/operatorApi/calls.ts'
import type { ServerContext } from '../../../context.ts'
import type { Decision } from '../../../kit/statusMachine.ts'

export type Kind = Review['kind']

export interface ReviewFilter {
  /** Only those that wait for an answer. */
  open: boolean
  user?: string | null | undefined
  offset: number
  limit: number
}

/** Requests of one kind that are reviewed. */
export interface ReviewKind {
  list(context: ServerContext, filter: ReviewFilter): Promise<Review[]>
  /** Null if there is none. */
  find(context: ServerContext, id: string): Promise<Review | null>
  /** Applies the decision inside a transaction under the lock of the user. False: the request has been answered. */
  answer(context: ServerContext, id: string, decision: Decision): Promise<boolean>
}

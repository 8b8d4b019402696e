import type { Kysely } from 'kysely'
import type { OperatorCallId, OperatorCalls } from '../../../generated/operatorApi/calls.ts'
import type { ServerContext } from '../../context.ts'
import type { Tables } from '../../db.ts'
import type { OperatorRow } from './tables.ts'

export interface OperatorRequest {
  context: ServerContext
  /** The operator of the session; null for calls without one. */
  operator: OperatorRow | null
  /** The token of the session; empty for calls without one. */
  token: string
  /** End of the session, Unix seconds. */
  expires: number
  ip: string
  call: OperatorCallId
  payload: Readonly<Record<string, unknown>>
}

/** A request of a session. */
export interface SignedInRequest extends OperatorRequest {
  operator: OperatorRow
}

/** A write runs in a transaction: `context.db` and `context.ledger` are the transaction's. */
export interface WriteRequest extends SignedInRequest {
  trx: Kysely<Tables>
}

/** Details of a change in the audit log. */
export interface Change {
  user?: string
  target?: string
  before?: unknown
  after?: unknown
}

type Result<C extends OperatorCallId> = OperatorCalls[C]['data']

/** Reads, or works with secrets in separate transactions. */
export type Handler<C extends OperatorCallId, Request = OperatorRequest> = (
  payload: OperatorCalls[C]['payload'],
  request: Request,
) => Result<C> | Promise<Result<C>>

/** Changes the database in the transaction of the request. The change is logged in the same transaction. */
export type WriteHandler<C extends OperatorCallId> = (
  payload: OperatorCalls[C]['payload'],
  request: WriteRequest,
) => Promise<{ data: Result<C>; change: Change }>

export type OpenCall = 'session/login' | 'operators/first'
export type WriteCall =
  | 'operators/update'
  | 'users/freeze'
  | 'users/lock'
  | 'reviews/answer'
  | 'corrections/propose'
  | 'corrections/decide'
  | 'corrections/withdraw'
  | 'markets/set'
  | 'settings/set'

export type OperatorHandlers = {
  readonly [C in OperatorCallId]: C extends WriteCall
    ? WriteHandler<C>
    : Handler<C, C extends OpenCall ? OperatorRequest : SignedInRequest>
}

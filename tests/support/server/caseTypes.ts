import type { CallId, Calls } from '../../../src/generated/calls.ts'
import type { ErrorCode } from '../../../src/generated/errors.ts'
import type { Reply, TestServer } from './testServer.ts'

/** A success of a call, and a way to each refusal of its contract. Each file of tests/support/server/cases covers one area. */
export interface CallCases<C extends CallId = CallId> {
  ok(server: TestServer): Promise<Reply<C>>
  errors: Partial<Record<ErrorCode, (server: TestServer) => Promise<Reply<C>>>>
  /** More checks of `ok`'s data. */
  inspect?(data: Calls[C]['data']): void
}

export type Cases = { [C in CallId]?: CallCases<C> }

import type { CallId, Calls } from '../../generated/calls.ts'
import type { ErrorCode } from '../../generated/errors.ts'
import type { Reply, TestServer } from '../testing/testServer.ts'

/** A success of a call, and a way to each refusal of its contract. Each file of src/server/cases covers one area. */
export interface CallCases<C extends CallId = CallId> {
  ok(server: TestServer): Promise<Reply<C>>
  errors: Partial<Record<ErrorCode, (server: TestServer) => Promise<Reply<C>>>>
  /** More checks of `ok`'s data. */
  inspect?(data: Calls[C]['data']): void
}

export type Cases = { [C in CallId]?: CallCases<C> }

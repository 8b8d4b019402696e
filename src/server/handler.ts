import type { CallId, Calls } from '../generated/calls.ts'
import type { ServerContext } from './context.ts'
import type { PendingStepUp } from './modules/identity/security/pendingStepUp.ts'
import type { UserRow } from './modules/identity/tables.ts'

export interface CallRequest<User = UserRow | null> {
  user: User
  /** One of the operator's languages. */
  lang: string
  ip: string
  /** The User-Agent header; empty if there is none. */
  userAgent: string
  /** Public origin, e.g. "https://example.com". */
  origin: string
  /** Token of the request; empty for calls without login. */
  token: string
  /** Inside a money call `db` and `ledger` are those of its transaction. */
  context: ServerContext
  idempotencyKey: string | undefined
  /** The step-up proof that `inUserTransaction` consumes; null if the call requires none. */
  stepUp: PendingStepUp | null
}

/** A file that arrived in a multipart body. */
export interface UploadedFile {
  content: Buffer
  /** It was longer than the limit: `content` is its beginning. */
  truncated: boolean
}

type Received<Payload> = { [Name in keyof Payload]: Blob extends Payload[Name] ? UploadedFile : Payload[Name] }

/** A property of `calls` in src/server/modules/<domain>/calls.ts. Returns the reply's data or throws a refusal: `throw refuse('wrongPassword')`. */
export type Handler<C extends CallId> = (
  payload: Received<Calls[C]['payload']>,
  request: CallRequest<Calls[C]['auth'] extends true ? UserRow : null>,
) => Calls[C]['data'] | Promise<Calls[C]['data']>

export type Handlers = { readonly [C in CallId]: Handler<C> }

/** A handler of any call; its payload has been validated. */
export type AnyHandler = (payload: unknown, request: CallRequest) => unknown

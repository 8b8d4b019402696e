import type { CallFailure, CallResult } from './result.ts'

/** The nine results of a call that the client distinguishes. */
export type ResultClass =
  | 'success'
  | 'refused'
  | 'sessionEnded'
  | 'notFound'
  | 'httpError'
  | 'serverError'
  | 'unreachable'
  | 'timedOut'
  | 'invalidReply'

export interface ResultTraits {
  /** Whether the server executed the request; null when that is unknown. */
  executed: boolean | null
  /** The same request may soon succeed: it is retried. */
  transient: boolean
  /**
   * Where the result is shown: by the API client (a toast), the end of the session, or the screen that sent the call.
   */
  shownBy: 'client' | 'session' | 'screen' | null
}

/** Everything that the client decides by a result: retry, outbox, reconciliation, queries and messages read this table. */
export const RESULT_TRAITS: Readonly<Record<ResultClass, ResultTraits>> = {
  success: { executed: true, transient: false, shownBy: null },
  refused: { executed: false, transient: false, shownBy: 'client' },
  sessionEnded: { executed: false, transient: false, shownBy: 'session' },
  // The server's router answers 404, before any handler.
  notFound: { executed: false, transient: false, shownBy: 'client' },
  // Another status comes from a proxy, which may have forwarded the request.
  httpError: { executed: null, transient: false, shownBy: 'screen' },
  serverError: { executed: null, transient: true, shownBy: 'screen' },
  unreachable: { executed: null, transient: true, shownBy: 'screen' },
  timedOut: { executed: null, transient: false, shownBy: 'screen' },
  invalidReply: { executed: null, transient: false, shownBy: 'screen' },
}

type Classified = { ok: true } | ({ ok: false } & Pick<CallFailure, 'kind' | 'status'>)

export function classify(result: Classified): ResultClass {
  if (result.ok) return 'success'
  switch (result.kind) {
    case 'refused':
      return 'refused'
    case 'session':
      return 'sessionEnded'
    case 'network':
      return 'unreachable'
    case 'timeout':
      return 'timedOut'
    case 'invalid':
      return 'invalidReply'
    case 'status':
      if (result.status === 404) return 'notFound'
      return (result.status ?? 0) >= 500 ? 'serverError' : 'httpError'
  }
}

/** Traits of a result, or of a failure by itself. */
export const traitsOf = (result: CallResult): ResultTraits => RESULT_TRAITS[classify(result)]

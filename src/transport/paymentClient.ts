import type { CallResult, Payload } from '../core/result.ts'
import { withAbort } from './withAbort.ts'
import { createKeys, type Attempt, type UnresolvedPayment } from './idempotency.ts'
import type { KeyStore } from './keyStore.ts'
import { createReconciler, type ReconcilePorts } from './reconcile.ts'
import { indexedDbStore, localStorageStore } from './sharedStore.ts'
import { failure } from './reply.ts'
import { sendWithRetry } from './retry.ts'
import { createTabLocks, type Locks } from './tabLock.ts'

export interface MoneyPorts {
  /** Stores idempotency keys of money calls over a reload. */
  storage: KeyStore
  /** The user of these keys; null for a visitor. */
  user?: () => string | null
  /** Identifies this tab over a reload. */
  tab?: string
  /** Milliseconds before each resend of an unanswered money call, with its key; by default it is not resent. */
  resendAfter?: readonly number[]
  /** Queries the outcome of money calls whose reply was lost; without it, the only option is a retry with the same key. */
  lost?: ReconcilePorts
  /** Locks by which the pages of a user wait for each other; without it a page knows only its own submits. */
  locks?: Locks | undefined
  /** Where the pages of a user store marks for each other; without it `storage`, which pages of other processes may see late. */
  database?: IDBFactory | undefined
  timeoutMs?: number
}

/** Ensures that each submit of money runs once. Loaded with the first of them. */
export interface PaymentClient {
  /** Sends with the key of this submit until there is a reply, or returns why it is not sent now. `asked`: time of the user's request, in Unix milliseconds. Rejects when the signal aborts the wait for another page. */
  submit(call: string, payload: Payload, send: (key: string) => Promise<CallResult>, asked: { at: number; signal: AbortSignal }): Promise<CallResult>
  findLost(all: boolean): Promise<number | null>
}

const alreadyExecuted = (): CallResult => failure('refused', 'earlierDone', 'An earlier request was carried out after all.')

export function createPaymentClient({ storage, user, tab, timeoutMs, resendAfter = [], lost: lostPorts, locks, database }: MoneyPorts): PaymentClient {
  const keys = createKeys(storage, { ...(timeoutMs !== undefined && { timeoutMs }), ...(user && { user }), ...(tab !== undefined && { tab }) })
  const lost = lostPorts ? createReconciler(keys, lostPorts) : null
  const marks = database ? indexedDbStore(database) : localStorageStore(storage)
  const inTurn = createTabLocks(marks, user ?? (() => null), locks)

  /** A refusal is definite only after a single attempt: an earlier one may still arrive. A success is always definite. */
  function endAttempt(one: Attempt, first: boolean, result: CallResult): void {
    const answered = result.ok || result.kind === 'refused' || result.kind === 'session'
    const definite = answered && (result.ok || first || !lost)
    one.end(definite)
    if (!result.ok && result.kind === 'refused' && !definite) void lost?.find((other: UnresolvedPayment) => other.key !== one.key)
  }

  /**
   * The reason not to send this payment now; null if there is none. While another payment is unresolved it is not sent: the user may be
   * repeating that one with other values. The kind is `network` where that one is of the same call, so that its screen still shows that
   * a reply is missing.
   */
  async function refusal(call: string, payload: Payload, alone: boolean): Promise<CallResult | null> {
    const turn = alone ? call : undefined
    if (!lost || keys.isRetry(call, payload) || keys.lost(turn).length === 0) return null
    const found = await lost.find(undefined, turn)
    if ('failure' in found) {
      if (found.failure.kind === 'session') return { ok: false, ...found.failure }
      const isSameCall = keys.lost(turn).some((lost) => lost.call === call)
      return failure(isSameCall ? 'network' : 'refused', 'earlierUnknown', 'Nothing was sent: the outcome of an earlier request is unknown.')
    }
    return found.done > 0 ? alreadyExecuted() : null
  }

  return {
    submit: (call, payload, send, { at, signal }) =>
      inTurn(call, at, signal, async ({ alone, overtaken }) => {
        const refused = overtaken ? alreadyExecuted() : await withAbort(signal, refusal(call, payload, alone))
        if (refused) return refused
        const one = keys.begin(call, payload)
        const { result, tries } = await sendWithRetry(() => send(one.key), resendAfter, signal)
        endAttempt(one, one.first && tries === 1, result)
        return result
      }),

    async findLost(all) {
      await lost?.find(({ here }) => here && !all)
      return lost ? keys.nextLostIn() : null
    },
  }
}

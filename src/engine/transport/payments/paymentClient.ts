import type { CallResult, Payload } from '../../language/result.ts'
import { classify, traitsOf } from '../../language/resultClass.ts'
import { withAbort } from '../withAbort.ts'
import { createOutbox, type Attempt, type UnresolvedPayment } from './outbox.ts'
import type { KeyStore } from './keyStore.ts'
import { createReconciler, type ReconcilePorts } from './reconcile.ts'
import { indexedDbStore, localStorageStore } from './sharedStore.ts'
import { failure } from '../reply.ts'
import { sendWithRetry } from './retry.ts'
import { createTabLock, type Locks } from './tabLock.ts'

export interface PaymentPorts {
  /** Stores idempotency keys of money calls over a reload. */
  storage: KeyStore
  /** The user of these keys; null for a visitor. */
  user?: () => string | null
  /** Identifies this tab over a reload. */
  tab?: string
  /** Milliseconds before each resend of an unanswered money call, with its key; by default it is not resent. */
  resendAfter?: readonly number[]
  /** Queries the outcome of money calls whose reply was lost; without it, the only option is a retry with the same key. */
  reconcile?: ReconcilePorts
  /** The calls of the user's unresolved payments have changed. */
  onUnresolved?(calls: readonly string[]): void
  /** A payment is submitted or has been executed, or another page knows the outcome of one: messages about earlier states no longer hold. */
  onProgress?(): void
  /** Locks by which the pages of a user wait for each other; without it a page knows only its own submits. */
  locks?: Locks | undefined
  /** Where the pages of a user store marks for each other; without it `storage`, which pages of other processes may see late. */
  database?: IDBFactory | undefined
  timeoutMs?: number
}

/** Ensures that each submit of money runs once. Loaded with the first of them. */
export interface PaymentClient {
  /** Sends with the key of this submit until there is a reply, or returns why it is not sent now. `requested`: time of the user's request, in Unix milliseconds. Rejects when the signal aborts the wait for another page. */
  submit(
    call: string,
    payload: Payload,
    send: (key: string) => Promise<CallResult>,
    requested: { at: number; signal: AbortSignal },
  ): Promise<CallResult>
  resolveUnanswered(all: boolean): Promise<number | null>
  /** Another page has removed this name from the storage: it knows the outcome of the payment. */
  forgetRemoved(name: string): void
}

const EARLIER_DONE = 'earlierDone'
const alreadyExecuted = (): CallResult =>
  failure('refused', EARLIER_DONE, 'An earlier request was carried out after all.')

/** Whether a submit has been executed; one that was repeated counts as the earlier. */
const wasExecuted = (submit: Promise<CallResult>): Promise<boolean> =>
  submit.then(
    (result) => result.ok || result.code === EARLIER_DONE,
    () => false,
  )

const noOutcome = () => failure('timeout', 'timeout', 'The outcome of an earlier attempt is unknown.')

/** Creates the payment client of one page. Without `reconcile` an unresolved payment does not block others. */
export function createPaymentClient({
  storage,
  user,
  tab,
  timeoutMs,
  resendAfter = [],
  reconcile,
  onUnresolved,
  onProgress,
  locks,
  database,
}: PaymentPorts): PaymentClient {
  const outbox = createOutbox(storage, {
    ...(timeoutMs !== undefined && { timeoutMs }),
    ...(user && { user }),
    ...(tab !== undefined && { tab }),
  })
  const publishUnresolved = () => onUnresolved?.([...new Set(outbox.unresolved().map(({ call }) => call))])
  const reconciler = reconcile
    ? createReconciler(outbox, {
        fetchOutcome: reconcile.fetchOutcome,
        onResolved(outcome) {
          publishUnresolved()
          reconcile.onResolved(outcome)
        },
      })
    : null
  const sharedStore = database ? indexedDbStore(database) : localStorageStore(storage)
  const withTabLock = createTabLock(sharedStore, user ?? (() => null), locks)

  /**
   * The result of a payment after its last attempt. A refusal is definite only after a single attempt: an earlier one may have been
   * executed, so its outcome is queried first. A success is always definite.
   */
  async function endAttempt(
    attempt: Attempt,
    isOnly: boolean,
    result: CallResult,
    signal: AbortSignal,
  ): Promise<CallResult> {
    const { executed } = traitsOf(result)
    const definite = executed === true || (executed === false && (isOnly || !reconciler))
    attempt.settle(definite)
    if (executed) onProgress?.()
    if (definite || executed === null || !reconciler || classify(result) === 'sessionEnded') return result
    const query = reconciler.resolveAll((other: UnresolvedPayment) => other.key !== attempt.key)
    const outcome = await withAbort(signal, query).catch(() => ({ failure: noOutcome() }))
    if ('failure' in outcome) return { ok: false, ...outcome.failure }
    return outcome.done > 0 ? alreadyExecuted() : result
  }

  /**
   * The reason not to send this payment now; null if there is none. While another payment is unresolved it is not sent: the user may be
   * repeating that one with other values.
   */
  async function blockedBy(call: string, payload: Payload, exclusive: boolean): Promise<CallResult | null> {
    const exclusiveCall = exclusive ? call : undefined
    if (!reconciler || outbox.isRetry(call, payload) || outbox.unresolved(exclusiveCall).length === 0) return null
    const outcome = await reconciler.resolveAll(undefined, exclusiveCall)
    if ('failure' in outcome) {
      const unavailable: CallResult = { ok: false, ...outcome.failure }
      if (classify(unavailable) === 'sessionEnded') return unavailable
      return failure('refused', 'earlierUnknown', 'Nothing was sent: the outcome of an earlier request is unknown.')
    }
    return outcome.done > 0 ? alreadyExecuted() : null
  }

  /** The last submit of each name that this page sends, or waits to send. */
  const submits = new Map<string, Promise<CallResult>>()

  return {
    submit(call, payload, send, { at, signal }) {
      onProgress?.()
      const name = outbox.nameOf(call, payload)
      const earlier = submits.get(name)
      const submit = withTabLock(call, at, signal, async ({ exclusive, alreadySent }) => {
        // The same submit, made from another screen before this page had the reply.
        const isRepeated = earlier !== undefined && (await wasExecuted(withAbort(signal, earlier)))
        const refused =
          alreadySent || isRepeated ? alreadyExecuted() : await withAbort(signal, blockedBy(call, payload, exclusive))
        if (refused) return refused
        const attempt = outbox.start(call, payload)
        const { result, tries } = await sendWithRetry(() => send(attempt.key), resendAfter, signal)
        return endAttempt(attempt, attempt.isFirstAttempt && tries === 1, result, signal)
      }).finally(() => {
        if (submits.get(name) === submit) submits.delete(name)
        publishUnresolved()
      })
      submits.set(name, submit)
      return submit
    },

    async resolveUnanswered(all) {
      await reconciler?.resolveAll(({ startedByThisPage }) => startedByThisPage && !all)
      publishUnresolved()
      return reconciler ? outbox.nextUnresolvedIn() : null
    },

    forgetRemoved(name) {
      if (outbox.forgetRemoved(name)) onProgress?.()
      publishUnresolved()
    },
  }
}

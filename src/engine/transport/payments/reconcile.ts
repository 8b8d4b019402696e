import type { CallFailure, CallResult } from '../../language/result.ts'
import { classify } from '../../language/resultClass.ts'
import type { Outbox, UnresolvedPayment } from './outbox.ts'
import { settled } from '../../language/report.ts'

/** The outcome of a money call whose reply was lost: executed, with its success code, or not, and then it never will be. */
export interface PaymentOutcome {
  call: string
  done: boolean
  success: string | null
}

export interface ReconcilePorts {
  /** Queries the server; its data is {done, success}. */
  fetchOutcome(key: string): Promise<CallResult>
  onResolved(outcome: PaymentOutcome): void
}

export interface Reconciler {
  /**
   * Reconciles and reports every open submit; `skip` excludes some, `exclusiveCall` is a call that no other page is sending.
   * Resolves to how many had been executed, or to the failure that made the outcome of one unavailable: its own query is to be repeated.
   */
  resolveAll(
    skip?: (payment: UnresolvedPayment) => boolean,
    exclusiveCall?: string,
  ): Promise<{ done: number } | { failure: CallFailure }>
}

/** Creates the reconciler of an outbox. Concurrent calls of `resolveAll` run one after another. */
export function createReconciler(outbox: Outbox, { fetchOutcome, onResolved }: ReconcilePorts): Reconciler {
  /** Sequential, so that nothing is queried or reported twice. */
  let last: Promise<unknown> = Promise.resolve()

  async function resolvePayments(
    skip: (payment: UnresolvedPayment) => boolean,
    exclusiveCall: string | undefined,
  ): Promise<{ done: number } | { failure: CallFailure }> {
    let done = 0
    for (const payment of outbox.unresolved(exclusiveCall)) {
      if (skip(payment)) continue
      const result = await fetchOutcome(payment.key)
      if (!result.ok) {
        // A backend without this query (404), or one that refuses it, will not answer later either: the payment stays open.
        const resultClass = classify(result)
        if (resultClass === 'refused' || resultClass === 'notFound') continue
        return { failure: result }
      }
      const { done: executed, success } = result.data as { done: boolean; success: string | null }
      payment.forget()
      if (executed) done += 1
      onResolved({ call: payment.call, done: executed, success })
    }
    return { done }
  }

  return {
    resolveAll(skip = () => false, exclusiveCall) {
      const result = last.then(() => resolvePayments(skip, exclusiveCall))
      last = settled(result)
      return result
    },
  }
}

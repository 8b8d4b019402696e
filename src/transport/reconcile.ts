import type { CallFailure, CallResult } from '../core/result.ts'
import type { Outbox, UnresolvedPayment } from './idempotency.ts'

/** The outcome of a money call whose reply was lost: executed, with its success code, or not, and then it never will be. */
export interface Outcome {
  call: string
  done: boolean
  success: string | null
}

export interface ReconcilePorts {
  /** Queries the server; its data is {done, success}. */
  ask(key: string): Promise<CallResult>
  tell(outcome: Outcome): void
}

export interface LostCalls {
  /**
   * Reconciles and reports every open submit; `skip` excludes some, `turn` is a call that no other page is sending.
   * Resolves to how many had been executed, or to the failure that made the outcome of one unavailable: its own query is to be repeated.
   */
  find(skip?: (lost: UnresolvedPayment) => boolean, turn?: string): Promise<{ done: number } | { failure: CallFailure }>
}

export function createReconciler(keys: Outbox, { ask, tell }: ReconcilePorts): LostCalls {
  /** Sequential, so that nothing is queried or reported twice. */
  let last: Promise<unknown> = Promise.resolve()

  async function findNow(skip: (lost: UnresolvedPayment) => boolean, turn: string | undefined): Promise<{ done: number } | { failure: CallFailure }> {
    let done = 0
    for (const lost of keys.lost(turn)) {
      if (skip(lost)) continue
      const result = await ask(lost.key)
      if (!result.ok) {
        // A backend without this query (404), or one that refuses it, will not answer later either: the payment stays open.
        if (result.kind === 'refused' || result.status === 404) continue
        return { failure: result }
      }
      const { done: carriedOut, success } = result.data as { done: boolean; success: string | null }
      lost.forget()
      if (carriedOut) done += 1
      tell({ call: lost.call, done: carriedOut, success })
    }
    return { done }
  }

  return {
    find(skip = () => false, turn) {
      const found = last.then(() => findNow(skip, turn))
      last = found.catch(() => undefined)
      return found
    },
  }
}

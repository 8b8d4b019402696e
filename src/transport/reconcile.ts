import type { CallFailure, CallResult } from '../core/result.ts'
import type { Outbox, UnresolvedPayment } from './idempotency.ts'

/** What became of a money call whose answer had been lost: carried out, with the code of its success, or not, and then it never will be. */
export interface Outcome {
  call: string
  done: boolean
  success: string | null
}

export interface ReconcilePorts {
  /** Asks the server; its data is {done, success}. */
  ask(key: string): Promise<CallResult>
  tell(outcome: Outcome): void
}

export interface LostCalls {
  /**
   * Finds out about everything left open and tells it; `skip` says of what not, `turn` which call no other page is sending. How many had been
   * carried out, or why that cannot be known now.
   */
  find(skip?: (lost: UnresolvedPayment) => boolean, turn?: string): Promise<{ done: number } | { failure: CallFailure }>
}

export function createReconciler(keys: Outbox, { ask, tell }: ReconcilePorts): LostCalls {
  /** One after the other, so that nothing is asked or told twice. */
  let last: Promise<unknown> = Promise.resolve()

  async function findNow(skip: (lost: UnresolvedPayment) => boolean, turn: string | undefined): Promise<{ done: number } | { failure: CallFailure }> {
    let done = 0
    for (const lost of keys.lost(turn)) {
      if (skip(lost)) continue
      const result = await ask(lost.key)
      if (!result.ok) {
        if (result.kind !== 'refused' && result.kind !== 'status') return { failure: result }
        continue
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

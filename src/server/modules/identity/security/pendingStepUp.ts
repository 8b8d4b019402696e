import type { ServerContext } from '../../../context.ts'

/** A step-up proof that a call has brought and that its transaction has to consume. */
export interface PendingStepUp {
  isConsumed: boolean
  /** Deletes the proof inside the transaction of the call, so that a refused call does not cost it. Throws `stepUpRequired`. */
  consume(inside: Pick<ServerContext, 'db' | 'clock'>): Promise<void>
}

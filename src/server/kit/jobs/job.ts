import type { ServerContext } from '../../context.ts'

/** The default export of src/server/<module>/job.ts: processes everything due by the clock. It must be idempotent. */
export interface Job {
  (context: ServerContext): Promise<void>
  /** Milliseconds between two runs; absent: a second. */
  everyMs?: number
}

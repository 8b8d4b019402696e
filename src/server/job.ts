import type { ServerContext } from './context.ts'

/** The default export of src/server/<module>/job.ts: processes everything due by the clock. It must be idempotent. */
export type Job = (context: ServerContext) => Promise<void>

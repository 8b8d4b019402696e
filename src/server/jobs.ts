import { existsSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { ServerContext } from './context.ts'
import { metrics } from './observability/metrics.ts'
import { inSpan } from './observability/tracing.ts'
import type { Leadership } from './storage/leaderElection.ts'

/** The default export of src/server/<module>/job.ts: processes everything due by the clock. It must be idempotent. */
export type Job = (context: ServerContext) => Promise<void>

const EVERY_MS = 1_000

/** Runs a job in a span and measures it. An error is logged: the next run retries. */
async function runJob(context: ServerContext, name: string, job: Job): Promise<void> {
  const end = metrics.jobSeconds.startTimer({ job: name })
  try {
    const { operator } = await context.settings.current()
    await inSpan(`job ${name}`, {}, () => job({ ...context, operator }))
  } catch (error) {
    metrics.jobFailures.inc({ job: name })
    context.log.error({ err: error, job: name }, 'a job failed')
  } finally {
    end()
  }
}

/** Runs the job of each module about once a second while this process is the leader. Returns a function that stops them and waits for running ones. */
export async function startJobs(
  context: ServerContext,
  { isLeader }: Pick<Leadership, 'isLeader'>,
): Promise<() => Promise<void>> {
  const folder = dirname(fileURLToPath(import.meta.url))
  const running = new Set<Promise<void>>()
  const stops: (() => void)[] = []
  for (const module of readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .toSorted()) {
    const file = join(folder, module, 'job.ts')
    if (!existsSync(file)) continue
    const { default: job } = (await import(pathToFileURL(file).href)) as { default?: Job }
    if (typeof job !== 'function') throw new Error(`src/server/${module}/job.ts exports no job as its default`)
    stops.push(
      context.clock.every(EVERY_MS, async () => {
        if (!isLeader()) return
        const run = runJob(context, module, job)
        running.add(run)
        await run.finally(() => running.delete(run))
      }),
    )
  }
  return async () => {
    for (const stop of stops) stop()
    await Promise.allSettled(running)
  }
}

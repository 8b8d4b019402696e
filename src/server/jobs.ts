import type { ServerContext } from './context.ts'
import alertsJob from './modules/trading/alerts/job.ts'
import depositsJob from './modules/money/deposits/job.ts'
import fixedJob from './modules/wealth/fixed/job.ts'
import identityJob from './modules/identity/job.ts'
import interestJob from './modules/wealth/interest/job.ts'
import leverJob from './modules/trading/lever/job.ts'
import loansJob from './modules/wealth/loans/job.ts'
import operatorsJob from './modules/operators/job.ts'
import pushJob from './modules/identity/push/job.ts'
import secondsJob from './modules/trading/seconds/job.ts'
import spotJob from './modules/trading/spot/job.ts'
import verificationJob from './modules/identity/verification/job.ts'
import withdrawalsJob from './modules/money/withdrawals/job.ts'
import type { Job } from './kit/jobs/job.ts'
import { metrics } from './kit/observability/metrics.ts'
import { inSpan } from './kit/observability/tracing.ts'
import type { Leadership } from './kit/storage/postgres/leaderElection.ts'

/** The jobs by the names of their modules. */
export const JOBS: Readonly<Record<string, Job>> = {
  alerts: alertsJob,
  deposits: depositsJob,
  fixed: fixedJob,
  identity: identityJob,
  interest: interestJob,
  lever: leverJob,
  loans: loansJob,
  operators: operatorsJob,
  push: pushJob,
  seconds: secondsJob,
  spot: spotJob,
  verification: verificationJob,
  withdrawals: withdrawalsJob,
}

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

/** Runs each job at its interval while this process is the leader. Returns a function that stops them and waits for running ones. */
export function startJobs(context: ServerContext, { isLeader }: Pick<Leadership, 'isLeader'>): () => Promise<void> {
  const running = new Set<Promise<void>>()
  const stops = Object.entries(JOBS).map(([module, job]) =>
    context.clock.every(job.everyMs ?? EVERY_MS, async () => {
      if (!isLeader()) return
      const run = runJob(context, module, job)
      running.add(run)
      await run.finally(() => running.delete(run))
    }),
  )
  return async () => {
    for (const stop of stops) stop()
    await Promise.allSettled(running)
  }
}

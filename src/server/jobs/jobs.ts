import type { ServerContext } from '../context.ts'
import alertsJob from '../alerts/job.ts'
import depositsJob from '../deposits/job.ts'
import fixedJob from '../fixed/job.ts'
import identityJob from '../identity/job.ts'
import interestJob from '../interest/job.ts'
import leverJob from '../lever/job.ts'
import loansJob from '../loans/job.ts'
import operatorsJob from '../operators/job.ts'
import pushJob from '../push/job.ts'
import secondsJob from '../seconds/job.ts'
import spotJob from '../spot/job.ts'
import verificationJob from '../verification/job.ts'
import withdrawalsJob from '../withdrawals/job.ts'
import type { Job } from './job.ts'
import { metrics } from '../observability/metrics.ts'
import { inSpan } from '../observability/tracing.ts'
import type { Leadership } from '../storage/postgres/leaderElection.ts'

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

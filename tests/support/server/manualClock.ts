import { fromMilliseconds } from '../../../src/engine/language/values/time.ts'
import { checkSeconds, createJobs, type Clock, type Job } from '../../../src/server/kit/clock.ts'

/** A clock that advances only by `advance`. */
export function createManualClock(startMs: number): Clock {
  let nowMs = startMs
  const { jobs, runDue } = createJobs()
  return {
    nowMs: () => nowMs,
    now: () => fromMilliseconds(nowMs),
    aheadMs: () => 0,
    stepMs: () => 0,
    async advance(seconds) {
      nowMs += checkSeconds(seconds)
      await runDue(nowMs)
    },
    every(ms, run) {
      const job: Job = { ms, due: nowMs + ms, running: null, run }
      jobs.add(job)
      return () => void jobs.delete(job)
    },
  }
}

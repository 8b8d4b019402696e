import { fromMilliseconds } from '../../engine/language/values/time.ts'
import type { UnixSeconds } from '../../engine/language/values/units.ts'

/** Source of the server's time. Jobs are level-triggered: each processes everything due by now(), so one run makes up for several missed ones. */
export interface Clock {
  now(): UnixSeconds
  nowMs(): number
  /** Advances the time by `seconds`, then runs each due job once, in order of registration. Resolves when they have finished. */
  advance(seconds: number): Promise<void>
  /** Milliseconds that this clock is ahead of the machine's, which has been set back; 0 otherwise. */
  aheadMs(): number
  /** Milliseconds by which the machine's clock went forward at once within the last minute, as after a suspension or a wrong correction; 0 otherwise. */
  stepMs(): number
  /** Runs a job about every `ms` milliseconds; runs never overlap. Returns the function that stops it. */
  every(ms: number, job: () => void | Promise<void>): () => void
}

/** A difference between the machine's clock and the time that has passed which is a step of that clock. */
export const CLOCK_TOLERANCE_MS = 1_000
const STEP_REPORTED_MS = 60_000

/** A clock that is stopped at the present time, for work whose parts must agree on it. */
export function stopped(clock: Clock): Clock {
  const nowMs = clock.nowMs()
  return { ...clock, nowMs: () => nowMs, now: () => fromMilliseconds(nowMs) }
}

export interface Job {
  ms: number
  due: number
  running: Promise<void> | null
  run(): void | Promise<void>
}

/** The registered jobs of a clock. A job that is running is not started again. */
export function createJobs() {
  const jobs = new Set<Job>()

  async function settle(job: Job): Promise<void> {
    try {
      await job.run()
    } catch (error) {
      console.error('A job of the clock failed:', error)
    } finally {
      job.running = null
    }
  }

  function start(job: Job, now: number): Promise<void> {
    job.due = now + job.ms
    job.running ??= settle(job)
    return job.running
  }

  return {
    jobs,
    start,
    runDue: async (now: number): Promise<void> => {
      for (const job of jobs) {
        // The current run may have read the time before the jump; one that has begun since is waited for, too.
        await job.running
        if (job.due <= now) await start(job, now)
      }
    },
  }
}

/** Converts a duration to milliseconds; throws RangeError if it is negative or infinite. */
export function checkSeconds(seconds: number): number {
  if (!Number.isFinite(seconds) || seconds < 0) throw new RangeError(`Time cannot be advanced by ${seconds} s`)
  return seconds * 1000
}

/**
 * Real time, or real speed from `startMs` on (Unix milliseconds). Monotonic: after a step back of the machine's clock the time goes on at real speed,
 * ahead of it; a step forward is followed, as after a suspension.
 */
export function createClock(startMs?: number): Clock {
  let offset = startMs === undefined ? 0 : startMs - Date.now()
  let latest = 0
  let read = performance.now()
  let step = { ms: 0, read: Number.NEGATIVE_INFINITY }
  const { jobs, start, runDue } = createJobs()
  function nowMs(): number {
    const elapsed = performance.now() - read
    read += elapsed
    const wall = Date.now() + offset
    const expected = latest === 0 ? wall : latest + elapsed
    if (wall - expected > CLOCK_TOLERANCE_MS) step = { ms: wall - expected, read }
    latest = Math.max(expected, wall)
    return Math.floor(latest)
  }

  return {
    nowMs,
    now: () => fromMilliseconds(nowMs()),
    aheadMs: () => Math.max(0, nowMs() - Date.now() - offset),
    stepMs() {
      nowMs()
      return performance.now() - step.read < STEP_REPORTED_MS ? Math.round(step.ms) : 0
    },
    async advance(seconds) {
      const ms = checkSeconds(seconds)
      offset += ms
      if (latest !== 0) latest += ms
      await runDue(nowMs())
    },
    every(ms, run) {
      const job: Job = { ms, due: nowMs() + ms, running: null, run }
      jobs.add(job)
      const timer = setInterval(() => {
        if (!job.running) void start(job, nowMs())
      }, ms)
      timer.unref()
      return () => {
        clearInterval(timer)
        jobs.delete(job)
      }
    },
  }
}

import type { CDPSession, Page } from 'playwright'

/** Shares of the wall clock in which the main thread worked, and its longest tasks in milliseconds. Processor time of other programs does not count. */
export interface Busy {
  all: number
  script: number
  layout: number
  longest: number
  /** The longest task, without its painting. */
  longestUnpainted: number
}

/** Frames as displayed, by the clock: every delay counts, other programs included. */
export interface Frames {
  perSecond: number
  longest: number
}

const WINDOWS = 3

/** Measures the page for some seconds, three times; returns the best, since a long frame in each is the page's own. */
export async function watchFrames(page: Page, seconds: number): Promise<Frames> {
  let best: Frames = { perSecond: 0, longest: Infinity }
  for (let round = 0; round < WINDOWS; round += 1) {
    const deltas = await page.evaluate(async (ms) => {
      const intervals: number[] = []
      const from = await new Promise<number>((frame) => requestAnimationFrame(frame))
      for (let before = from; before - from < ms;) {
        const now = await new Promise<number>((frame) => requestAnimationFrame(frame))
        intervals.push(now - before)
        before = now
      }
      return intervals
    }, seconds * 1_000)
    if (deltas.length < 10) throw new Error('The page drew no frames.')
    const total = deltas.reduce((sum, ms) => sum + ms, 0)
    best = {
      perSecond: Math.max(best.perSecond, (deltas.length * 1_000) / total),
      longest: Math.min(best.longest, Math.max(...deltas)),
    }
  }
  return best
}

interface Event {
  name: string
  ph: string
  pid: number
  tid: number
  ts: number
  dur?: number
  tdur?: number
  args?: { name?: string }
}

const PAINTING = new Set(['PrePaint', 'Paint', 'Layerize', 'Commit'])

/** Measures the page for some seconds twice: undisturbed for the shares, and recorded task by task. */
export async function watchBusy(page: Page, seconds: number): Promise<Busy> {
  const session = await page.context().newCDPSession(page)
  try {
    await session.send('Performance.enable', { timeDomain: 'threadTicks' })
    const [before, from] = [await spent(session), performance.now()]
    await page.waitForTimeout(seconds * 1_000)
    const [after, wall] = [await spent(session), (performance.now() - from) / 1_000]
    const share = (name: string) => (after(name) - before(name)) / wall
    return {
      all: share('TaskDuration'),
      script: share('ScriptDuration'),
      layout: share('LayoutDuration') + share('RecalcStyleDuration'),
      ...(await tasks(page, seconds)),
    }
  } finally {
    await session.send('Performance.disable')
    await session.detach()
  }
}

async function spent(session: CDPSession): Promise<(name: string) => number> {
  const { metrics } = await session.send('Performance.getMetrics')
  return (metric) => metrics.find(({ name }) => name === metric)?.value ?? Number.NaN
}

async function tasks(page: Page, seconds: number): Promise<Pick<Busy, 'longest' | 'longestUnpainted'>> {
  const browser = page.context().browser()
  if (!browser) throw new Error('The page has no browser.')
  await browser.startTracing(page, { categories: ['devtools.timeline', 'disabled-by-default-devtools.timeline'] })
  await page.waitForTimeout(seconds * 1_000)
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: Event[] }
  const threads = new Set(
    traceEvents.filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain').map(threadOf),
  )
  // Other pages of the browser have a main thread too: this page's is the busiest.
  const [events = []] = [...threads]
    .map((thread) =>
      traceEvents.filter((event) => event.ph === 'X' && event.tdur !== undefined && threadOf(event) === thread),
    )
    .toSorted((a, b) => b.length - a.length)
  const all = events.filter(({ name }) => name === 'RunTask')
  if (all.length < 10) throw new Error('The trace has no tasks.')
  const painted = events.filter(({ name }) => PAINTING.has(name))
  const ms = (events: readonly Event[]) => events.reduce((sum, { tdur = 0 }) => sum + tdur / 1_000, 0)
  const within = (task: Event) => painted.filter(({ ts }) => ts >= task.ts && ts < task.ts + (task.dur ?? 0))
  const longest = all.toSorted((a, b) => (b.tdur ?? 0) - (a.tdur ?? 0)).slice(0, 50)
  return {
    longest: ms(longest.slice(0, 1)),
    longestUnpainted: Math.max(...longest.map((task) => ms([task]) - ms(outermost(within(task))))),
  }
}

const threadOf = ({ pid, tid }: Event): string => `${pid} ${tid}`

/** One event may contain another: only the outer one counts. */
function outermost(events: readonly Event[]): Event[] {
  let end = 0
  return events
    .toSorted((a, b) => a.ts - b.ts || (b.dur ?? 0) - (a.dur ?? 0))
    .filter(({ ts, dur = 0 }) => {
      if (ts < end) return false
      end = ts + dur
      return true
    })
}

import type { CDPSession, Page } from 'playwright'

/** Work of a page during an action. Times in milliseconds of the main thread, those of other programs left out. */
export interface Work {
  main: number
  script: number
  /** From the start of the action, or of each key, to the last frame of it on the clock. */
  toPaint: number
}

/** Counts of the same, which do not depend on the machine. */
export interface Counts {
  /** Style recalculations, the elements restyled in them, and attempts to match a rule with an element. */
  restyles: number
  elements: number
  matches: number
  frames: number
  paints: number
  /** Renders of React that reached the document. */
  commits: number
  requests: number
  /** Calls of the validators of the form. */
  validations: number
}

interface TraceEvent {
  name: string
  ph: string
  pid: number
  tid: number
  ts: number
  dur?: number
  args?: {
    elementCount?: number
    data?: { type?: string }
    selector_stats?: { selector_timings?: { match_attempts: number }[] }
  }
}

const MARK = 'bench'
const LIGHT = ['devtools.timeline', 'disabled-by-default-devtools.timeline', 'blink.user_timing']
const FULL = [...LIGHT, 'disabled-by-default-blink.debug']

/** Runs in a page before it starts: counts the commits of React, through the hook of its developer tools. A text, since the loader marks functions with a helper that the page lacks. */
export const COUNT_COMMITS = `
  globalThis.benchCounters = { commits: 0 }
  globalThis.__REACT_DEVTOOLS_GLOBAL_HOOK__ = {
    supportsFiber: true,
    renderers: new Map(),
    inject: () => 1,
    onCommitFiberRoot: () => { benchCounters.commits += 1 },
    onCommitFiberUnmount() {},
    onPostCommitFiberRoot() {},
    checkDCE() {},
  }`

async function traced(session: CDPSession, categories: string[], act: () => Promise<void>): Promise<TraceEvent[]> {
  const events: TraceEvent[] = []
  const collect = ({ value }: { value: object[] }) => void events.push(...(value as TraceEvent[]))
  session.on('Tracing.dataCollected', collect)
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: categories },
  })
  await act()
  const complete = new Promise<void>((resolve) => session.once('Tracing.tracingComplete', () => resolve()))
  await session.send('Tracing.end')
  await complete
  session.off('Tracing.dataCollected', collect)
  return events
}

/** The events of the main thread of the page that set the mark, from then on. */
function eventsOfPage(events: readonly TraceEvent[]): TraceEvent[] {
  const mark = events.find(({ name }) => name === MARK)
  if (!mark) throw new Error('The trace has no beginning.')
  return events.filter(({ pid, tid, ts }) => pid === mark.pid && tid === mark.tid && ts >= mark.ts)
}

const endOf = ({ ts, dur = 0 }: TraceEvent): number => ts + dur
const setMark = (page: Page): Promise<unknown> => page.evaluate((name) => void performance.mark(name), MARK)

async function spent(session: CDPSession): Promise<(name: string) => number> {
  const { metrics } = await session.send('Performance.getMetrics')
  return (metric) => (metrics.find(({ name }) => name === metric)?.value ?? Number.NaN) * 1_000
}

/** Times of `act`, which ends when the page is still. `each`: the event that each of several actions begins with. */
export async function timesOf(
  page: Page,
  session: CDPSession,
  act: () => Promise<void>,
  each?: 'keydown',
): Promise<Work> {
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  let before: (name: string) => number = () => Number.NaN
  let after = before
  const events = eventsOfPage(
    await traced(session, LIGHT, async () => {
      await setMark(page)
      before = await spent(session)
      await act()
      after = await spent(session)
    }),
  )
  const frames = events.filter(({ name, ph }) => name === 'Commit' && ph === 'X')
  const starts = each
    ? events.filter(({ name, args }) => name === 'EventDispatch' && args?.data?.type === each)
    : events.slice(0, 1)
  if (starts.length === 0 || frames.length === 0) throw new Error('The trace has no action, or no frame.')
  // A caret that blinks has frames too: a single action is complete with the frame of its last layout.
  const lastLayout = events.findLast(({ name, ts }) => name === 'Layout' && ts >= (starts[0]?.ts ?? 0))
  const delays = starts.map(({ ts }) => {
    const frame = frames.find((candidate) => candidate.ts >= (each ? ts : (lastLayout?.ts ?? Infinity)))
    return frame ? (endOf(frame) - ts) / 1_000 : Number.NaN
  })
  const count = starts.length
  return {
    main: (after('TaskDuration') - before('TaskDuration')) / count,
    script: (after('ScriptDuration') - before('ScriptDuration')) / count,
    toPaint: delays.reduce((sum, delay) => sum + delay, 0) / count,
  }
}

const readCounters = (page: Page) =>
  page.evaluate(() => {
    const { benchCounters, validations = 0 } = globalThis as unknown as {
      benchCounters: { commits: number }
      validations?: number
    }
    return { commits: benchCounters.commits, validations }
  })

/** Counts of `act`, which ends when the page is still. */
export async function countsOf(page: Page, session: CDPSession, act: () => Promise<void>): Promise<Counts> {
  let requests = 0
  const count = () => void (requests += 1)
  page.on('request', count)
  const before = await readCounters(page)
  const events = eventsOfPage(
    await traced(session, FULL, async () => {
      await setMark(page)
      await act()
    }),
  )
  const after = await readCounters(page)
  page.off('request', count)
  const named = (name: string) => events.filter((event) => event.name === name && event.ph !== 'E')
  const restyles = named('UpdateLayoutTree')
  return {
    restyles: restyles.length,
    elements: restyles.reduce((sum, { args }) => sum + (args?.elementCount ?? 0), 0),
    matches: events.reduce(
      (sum, { args }) =>
        sum + (args?.selector_stats?.selector_timings ?? []).reduce((inner, { match_attempts: at }) => inner + at, 0),
      0,
    ),
    frames: named('Commit').length,
    paints: named('Paint').length,
    commits: after.commits - before.commits,
    requests,
    validations: after.validations - before.validations,
  }
}

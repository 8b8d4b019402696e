import type { CDPSession, Page } from 'playwright'

/** Work of a page during an action. Times in milliseconds of the main thread, those of other programs left out. */
export interface Work {
  main: number
  script: number
  /** From the start of the action, or of each key, to the end of the frame that shows it, on the clock. */
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
/** Marks of a page: its document has changed, and all content of the action is present. */
export const [CHANGED, DRAWN] = ['bench changed', 'bench drawn']
/** A page is idle after so many windows with less work than this each. The wait itself has two frames a window. */
const [IDLE_WINDOWS, WINDOW_MS, IDLE_MS] = [2, 60, 2]
/** A smooth scroll or a transition ends within it. */
const LONGEST_MOTION_MS = 900
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

/**
 * Runs in a page before it starts: marks what a person sees. `benchAct` resolves two frames after the content of an action is present,
 * `benchWatch` marks all changes until it is ended. A text, for the same reason.
 */
export const MARK_CHANGES = `
  globalThis.benchAct = (act, isPresent) => new Promise((resolve, reject) => {
    const observer = new MutationObserver(() => {
      if (!isPresent()) return
      performance.mark('${DRAWN}')
      observer.disconnect()
      requestAnimationFrame(() => requestAnimationFrame(() => resolve()))
    })
    observer.observe(document.body, { childList: true, characterData: true, subtree: true })
    setTimeout(() => reject(new Error('The content of the action is not present after a minute.')), 60_000)
    act()
  })
  globalThis.benchWatch = () => {
    const observer = new MutationObserver(() => performance.mark('${CHANGED}'))
    observer.observe(document.body, { childList: true, characterData: true, attributes: true, subtree: true })
    return () => observer.disconnect()
  }`

declare global {
  function benchAct(act: () => void, isPresent: () => boolean): Promise<void>
  function benchWatch(): () => void
  var benchWatched: () => void
}

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
const isMark =
  (mark: string) =>
  ({ name }: TraceEvent): boolean =>
    name === mark
const setMark = (page: Page): Promise<unknown> => page.evaluate((name) => void performance.mark(name), MARK)

async function spent(session: CDPSession): Promise<(name: string) => number> {
  const { metrics } = await session.send('Performance.getMetrics')
  return (metric) => (metrics.find(({ name }) => name === metric)?.value ?? Number.NaN) * 1_000
}

/** Runs `act`, and returns its work and the events of the page from the mark on. */
async function watched(page: Page, session: CDPSession, act: () => Promise<void>) {
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
  return { events, time: (metric: string) => after(metric) - before(metric) }
}

/** The end of the first frame that has a change of the document. */
function paintOf(events: readonly TraceEvent[], change: TraceEvent | undefined): number {
  const frame = change && events.find(({ name, ph, ts }) => name === 'Commit' && ph === 'X' && ts >= change.ts)
  return frame ? endOf(frame) : Number.NaN
}

/** Times of an action that ends with the first frame in which all of its content is present. */
export async function timesOf(page: Page, session: CDPSession, act: () => Promise<void>): Promise<Work> {
  const { events, time } = await watched(page, session, act)
  const toPaint = (paintOf(events, events.find(isMark(DRAWN))) - (events[0]?.ts ?? Number.NaN)) / 1_000
  if (Number.isNaN(toPaint)) throw new Error('The trace has no frame with all of the content.')
  return { main: time('TaskDuration'), script: time('ScriptDuration'), toPaint }
}

/** Mean times of the keystrokes that `act` types; each ends with the first frame that shows a change. */
export async function timesOfKeys(page: Page, session: CDPSession, act: () => Promise<void>): Promise<Work> {
  const { events, time } = await watched(page, session, act)
  const keys = events.filter(({ name, args }) => name === 'EventDispatch' && args?.data?.type === 'keydown')
  const delays = keys.map(({ ts }) => {
    const change = events.find((event) => isMark(CHANGED)(event) && event.ts >= ts)
    return (paintOf(events, change) - ts) / 1_000
  })
  const toPaint = delays.reduce((sum, delay) => sum + delay, 0) / delays.length
  if (Number.isNaN(toPaint)) throw new Error('The trace has no key, or no frame after one.')
  return { main: time('TaskDuration') / keys.length, script: time('ScriptDuration') / keys.length, toPaint }
}

/** Work of a page in a second of live data, in per cent. */
export async function shareOf(page: Page, session: CDPSession, ms: number): Promise<Work> {
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  const [before, from] = [await spent(session), performance.now()]
  await page.waitForTimeout(ms)
  const [after, wall] = [await spent(session), performance.now() - from]
  const share = (metric: string) => ((after(metric) - before(metric)) / wall) * 100
  return { main: share('TaskDuration'), script: share('ScriptDuration'), toPaint: Number.NaN }
}

/** Resolves once the main thread has had no work for a while, or after the longest time that a page may move. */
export async function whenIdle(page: Page, session: CDPSession): Promise<void> {
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  let quiet = 0
  let before = (await spent(session))('TaskDuration')
  for (let waited = 0; waited < LONGEST_MOTION_MS && quiet < IDLE_WINDOWS; waited += WINDOW_MS) {
    await page.waitForTimeout(WINDOW_MS)
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
    const now = (await spent(session))('TaskDuration')
    quiet = now - before < IDLE_MS ? quiet + 1 : 0
    before = now
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

import { orderOf, typical } from './kit/measure.ts'
import type { Row } from './interaction/facts.ts'
import {
  BENCH_ROWS,
  CONTESTANTS,
  type Contestant,
  openStage,
  type Stage,
  startUpdates,
  type Visit,
} from './interaction/drive.ts'
import { PEERS } from './interaction/pages.ts'
import { shareOf, timesOf, timesOfKeys, type Work } from './interaction/work.ts'
import type { Measure } from './run.ts'

export const about =
  'Forms, lists and trees as users meet them: compiled screens in the app beside the same pages by hand, with the same look and a plain one, and by three libraries'

export const parts: readonly Row[] = BENCH_ROWS

/** Fresh pages of each contestant, and how often each is drawn after the first time. The contestants take turns. */
const [ROUNDS, WARM] = [3, 3]
const KEYS = 12
const [LIVE_STARTS_MS, LIVE_MS] = [500, 2_500]

const ACTIONS: Readonly<Record<Row, readonly string[]>> = {
  form: ['form of 15 fields, cold', 'submit with 8 errors', 'keystroke that flips validity', 'form of 15 fields, warm'],
  list: ['list of 500 rows, cold', 'list of 500 rows, warm', '50 of 500 rows, 20 times a second'],
  tree: ['tree of 2 000 nodes, cold', 'tree of 2 000 nodes, warm'],
}
const MOUNTS: Readonly<Record<Row, string>> = {
  form: 'form of 15 fields',
  list: 'list of 500 rows',
  tree: 'tree of 2 000 nodes',
}

type Take = (action: string, work: Work) => void

/** The page is drawn once; a form is also sent, and typed into. */
async function measureTurn(visit: Visit, row: Row, turn: number, take: Take): Promise<void> {
  const { page, session } = visit
  take(`${MOUNTS[row]}, ${turn === 0 ? 'cold' : 'warm'}`, await timesOf(page, session, visit.show))
  if (row === 'form') {
    const submit = await timesOf(page, session, visit.submit)
    await visit.prepare(true)
    const keys = await timesOfKeys(page, session, () => visit.flip(KEYS))
    if (turn > 0) {
      take('submit with 8 errors', submit)
      take('keystroke that flips validity', keys)
    }
    await visit.prepare(false)
  }
  await visit.hide()
}

async function measureLive({ feed }: Stage, { page, session, show, hide }: Visit, take: Take): Promise<void> {
  await show()
  startUpdates(feed)
  await page.waitForTimeout(LIVE_STARTS_MS)
  take('50 of 500 rows, 20 times a second', await shareOf(page, session, LIVE_MS))
  feed.stop()
  await hide()
}

async function measureRow(stage: Stage, row: Row, round: number, takeOf: (contestant: Contestant) => Take) {
  const opened = CONTESTANTS.map(async (contestant) => [contestant, await stage.open(contestant, row)] as const)
  const visits = new Map(await Promise.all(opened))
  const inTurns = async (turn: number, measure: (visit: Visit, take: Take) => Promise<void>) => {
    for (const contestant of orderOf(CONTESTANTS, round + turn)) {
      const visit = visits.get(contestant)
      if (visit) await measure(visit, takeOf(contestant))
    }
  }
  for (let turn = 0; turn <= WARM; turn += 1) await inTurns(turn, (visit, take) => measureTurn(visit, row, turn, take))
  if (row === 'list') await inTurns(0, (visit, take) => measureLive(stage, visit, take))
  for (const visit of visits.values()) await visit[Symbol.asyncDispose]()
}

/** Measures all contestants in turns; milliseconds, and per cent of the main thread for live data. */
export async function bench(rows: readonly Row[] = BENCH_ROWS): Promise<Measure[]> {
  await using stage = await openStage(false, rows)
  const taken = new Map<Contestant, Map<string, Work[]>>(CONTESTANTS.map((contestant) => [contestant, new Map()]))
  for (let round = 0; round < ROUNDS; round += 1)
    for (const row of rows)
      await measureRow(stage, row, round, (contestant) => (action, work) => {
        const works = taken.get(contestant)
        works?.set(action, [...(works.get(action) ?? []), work])
      })
  const figure = (contestant: Contestant, action: string, of: keyof Work): number =>
    typical((taken.get(contestant)?.get(action) ?? []).map((work) => work[of]))
  const compare = (action: string, of: keyof Work, unit: string, [plain, look]: [number, number]): Measure[] => {
    const [ours, floor] = [figure('ours', action, of), figure('react', action, of)]
    const what = { main: 'main thread', script: 'scripting', toPaint: 'to the painted frame' }[of]
    return [
      { name: `${action}: ${what}`, ours, floor, unit, budget: plain },
      { name: '  beside the same look', ours, floor: figure('look', action, of), unit, budget: look },
      ...PEERS.map((peer) => ({ name: `  by ${peer}`, ours: figure(peer, action, of), floor, unit })),
    ]
  }
  return rows.flatMap((row) =>
    ACTIONS[row].flatMap((action) => {
      if (!taken.get('ours')?.has(action)) throw new Error(`The action "${action}" was not measured.`)
      if (action.startsWith('50 of'))
        return [...compare(action, 'main', '%', [1.2, 1]), ...compare(action, 'script', '%', [2, 1.2])]
      return [...compare(action, 'toPaint', 'ms', [1.2, 1.1]), ...compare(action, 'main', 'ms', [1.2, 1.1])]
    }),
  )
}

import { orderOf, typical } from './kit/measure.ts'
import type { Row } from './interaction/facts.ts'
import { BENCH_ROWS, CONTESTANTS, type Contestant, openStage, type Stage, startUpdates } from './interaction/drive.ts'
import { PEERS } from './interaction/pages.ts'
import { timesOf, type Work } from './interaction/work.ts'
import { watchBusy } from './kit/main-thread.ts'
import type { Measure } from './run.ts'

export const about =
  'Forms, lists and trees as users meet them: compiled screens in the app beside the same pages by hand, with the same look and a plain one, and by three libraries'

/** Fresh pages of each contestant, and how often each is drawn after the first time. */
const [ROUNDS, WARM] = [5, 4]
const KEYS = 20
const LIVE_SECONDS = 5

type Taken = Map<string, Work[]>

async function measureForm(stage: Stage, contestant: Contestant, take: (action: string, work: Work) => void) {
  await using visit = await stage.open(contestant, 'form')
  const { page, session } = visit
  for (let turn = 0; turn <= WARM; turn += 1) {
    const heat = turn === 0 ? 'cold' : 'warm'
    take(`form of 15 fields, ${heat}`, await timesOf(page, session, visit.show))
    const submit = await timesOf(page, session, visit.submit)
    if (turn > 0) take('submit with 8 errors', submit)
    await visit.prepare(true)
    const keys = await timesOf(page, session, () => visit.flip(KEYS), 'keydown')
    if (turn > 0) take('keystroke that flips validity', keys)
    await visit.prepare(false)
    await visit.hide()
  }
}

async function measureMount(
  stage: Stage,
  contestant: Contestant,
  row: Exclude<Row, 'form'>,
  take: (action: string, work: Work) => void,
) {
  await using visit = await stage.open(contestant, row)
  const { page, session } = visit
  const name = row === 'list' ? 'list of 500 rows' : 'tree of 2 000 nodes'
  for (let turn = 0; turn <= WARM; turn += 1) {
    take(`${name}, ${turn === 0 ? 'cold' : 'warm'}`, await timesOf(page, session, visit.show))
    if (turn < WARM || row === 'tree') await visit.hide()
  }
  if (row === 'tree') return
  startUpdates(stage.feed)
  await page.waitForTimeout(2_000)
  const busy = await watchBusy(page, LIVE_SECONDS)
  stage.feed.stop()
  take('50 of 500 rows, 20 times a second', { main: busy.all * 100, script: busy.script * 100, toPaint: Number.NaN })
}

/** Measures all contestants in turns; milliseconds, and per cent of the main thread for live data. */
export async function bench(): Promise<Measure[]> {
  await using stage = await openStage(false)
  const taken = new Map<Contestant, Taken>(CONTESTANTS.map((contestant) => [contestant, new Map()]))
  for (let round = 0; round < ROUNDS; round += 1)
    for (const row of BENCH_ROWS)
      for (const contestant of orderOf(CONTESTANTS, round)) {
        const take = (action: string, work: Work) => {
          const works = taken.get(contestant) ?? new Map<string, Work[]>()
          works.set(action, [...(works.get(action) ?? []), work])
        }
        await (row === 'form' ? measureForm(stage, contestant, take) : measureMount(stage, contestant, row, take))
      }
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
  const actions = [...(taken.get('ours')?.keys() ?? [])]
  if (actions.length !== 9) throw new Error(`${actions.length} actions were measured: ${actions.join(', ')}`)
  const mounts = actions.filter((action) => /cold|warm/.test(action))
  return [
    ...['keystroke that flips validity', 'submit with 8 errors'].flatMap((action) => [
      ...compare(action, 'toPaint', 'ms', [1.2, 1.1]),
      ...compare(action, 'main', 'ms', [1.2, 1.1]),
    ]),
    ...mounts.flatMap((action) => [
      ...compare(action, 'main', 'ms', [1.2, 1.1]),
      ...compare(action, 'toPaint', 'ms', [1.2, 1.1]),
    ]),
    ...compare('50 of 500 rows, 20 times a second', 'main', '%', [1.2, 1]),
    ...compare('50 of 500 rows, 20 times a second', 'script', '%', [2, 1.2]),
  ]
}

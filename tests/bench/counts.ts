import { BENCH_ROWS, CONTESTANTS, type Contestant, openStage, type Stage, startUpdates } from './interaction/drive.ts'
import { compareElements, elementsOf } from './interaction/elements.ts'
import type { Row } from './interaction/facts.ts'
import { countsOf, type Counts } from './interaction/work.ts'
import type { Measure } from './run.ts'

export const about = 'What the browser does at the same actions, in counts: they do not depend on the machine'

export const parts: readonly Row[] = BENCH_ROWS

const KEYS = 20
const LIVE_MS = 2_000
const COUNTED: Readonly<Record<keyof Counts, string>> = {
  restyles: 'style recalculations',
  elements: 'elements restyled',
  matches: 'attempts to match',
  frames: 'frames',
  paints: 'paints',
  commits: 'commits of React',
  requests: 'requests',
  validations: 'calls of validators',
}

type Table = Map<string, Map<Contestant, Counts>>

/** The actions of a row in one page. Throws when no validator runs, and when the page of the same look has other elements than the app's. */
async function count(stage: Stage, contestant: Contestant, row: Row, table: Table, drawn: Map<string, string[]>) {
  await using visit = await stage.open(contestant, row)
  const { page, session } = visit
  const take = async (action: string, act: () => Promise<void>): Promise<Counts> => {
    const counts = await countsOf(page, session, act)
    const line = table.get(action) ?? new Map<Contestant, Counts>()
    table.set(action, line.set(contestant, counts))
    return counts
  }
  const compare = async (state: string) => {
    if (contestant === 'ours') drawn.set(state, await elementsOf(page))
    if (contestant === 'look') compareElements(state, drawn.get(state) ?? [], await elementsOf(page))
  }
  await take(`${row}: drawn, cold`, visit.show)
  await compare(row)
  await visit.hide()
  await take(`${row}: drawn, warm`, visit.show)
  if (row === 'form') {
    await take('form: submit with 8 errors', visit.submit)
    await compare('form with errors')
    await visit.prepare(true)
    const { validations } = await take(`form: ${KEYS} keys that flip validity`, () => visit.flip(KEYS))
    if (validations < KEYS) throw new Error(`${contestant} has validated ${validations} times at ${KEYS} keys.`)
  }
  if (row === 'list') {
    startUpdates(stage.feed)
    await page.waitForTimeout(2_000)
    const { commits, frames } = await take('list: two seconds of live quotes', () => page.waitForTimeout(LIVE_MS))
    stage.feed.stop()
    if (frames < 2 || (contestant !== 'DivKit' && commits < 2)) throw new Error(`${contestant} has drawn no quotes.`)
    await compare('list with live quotes')
  }
}

/** Most counts beside those of the same look, of each row. */
const BUDGETS: Readonly<Record<Row, readonly (readonly [action: string, what: keyof Counts, budget: number])[]>> = {
  form: [
    [`form: ${KEYS} keys that flip validity`, 'elements', 1.2],
    [`form: ${KEYS} keys that flip validity`, 'paints', 1.2],
    [`form: ${KEYS} keys that flip validity`, 'commits', 1.2],
    ['form: submit with 8 errors', 'elements', 1.2],
    ['form: submit with 8 errors', 'paints', 1.5],
  ],
  list: [
    ['list: drawn, warm', 'elements', 1.05],
    ['list: drawn, warm', 'matches', 1.05],
  ],
  tree: [
    ['tree: drawn, warm', 'elements', 1.05],
    ['tree: drawn, warm', 'matches', 1.05],
  ],
}
/** A list is drawn in three pieces; the other commits are those of the navigation and of its query. */
const LIST_COMMITS = 6

/** Counts the work of all contestants, and compares the elements of the app with those of the same look. */
export async function bench(rows: readonly Row[] = BENCH_ROWS): Promise<Measure[]> {
  await using stage = await openStage(true, rows)
  const [table, drawn]: [Table, Map<string, string[]>] = [new Map(), new Map()]
  for (const row of rows) for (const contestant of CONTESTANTS) await count(stage, contestant, row, table, drawn)
  print(table)
  const of = (action: string, who: Contestant, what: keyof Counts) => table.get(action)?.get(who)?.[what] ?? Number.NaN
  return rows.flatMap((row): Measure[] => [
    ...BUDGETS[row].map(([action, what, budget]) => ({
      name: `${action}, ${COUNTED[what]}, beside the same look`,
      ours: of(action, 'ours', what),
      floor: of(action, 'look', what),
      unit: '',
      budget,
    })),
    ...(row === 'list'
      ? [
          {
            name: 'list: drawn, warm, commits',
            ours: of('list: drawn, warm', 'ours', 'commits'),
            unit: '',
            budget: LIST_COMMITS,
          },
        ]
      : []),
  ])
}

function print(table: Table): void {
  const pad = (value: string | number) => String(value).padStart(13)
  console.log(`${''.padEnd(58)}${CONTESTANTS.map(pad).join('')}`)
  for (const [action, line] of table)
    for (const [what, name] of Object.entries(COUNTED) as [keyof Counts, string][])
      console.log(
        `${`${action}: ${name}`.padEnd(58)}${CONTESTANTS.map((who) => pad(line.get(who)?.[what] ?? '')).join('')}`,
      )
}

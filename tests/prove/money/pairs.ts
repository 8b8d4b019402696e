import { createManualClock } from '../../support/server/manualClock.ts'
import { createTestServer, START_MS, type TestServer } from '../../support/server/testServer.ts'
import { customer, MONEY, OTHERS, Refused, type Customer, type Mode, type Send } from '../kit/pairs/operations.ts'
import { SHARED } from '../kit/pairs/shared.ts'
import { brokenInvariants, stateOf } from '../kit/pairs/state.ts'
import type { ProofOptions, ProofResult } from '../kit/proof.ts'
import { createRandom, deck, type Random } from '../kit/random.ts'
import { onSite } from '../kit/chaos/deployment.ts'

export const about =
  'each pair of calls that move money or change what money calls depend on, sent at once to SQLite and to two processes on PostgreSQL: replies and database are those of one order of the two, and no rule of the books is broken'
/** Races on each database. */
export const runs = { full: 2_200, middle: 30, short: 4 }

/** A Wednesday: all markets are open. */
const WEDNESDAY_MS = START_MS - 3 * 24 * 3_600_000

const ALL = { ...MONEY, ...OTHERS }

/** Requests of one user that are sent at once. */
interface Race {
  name: string
  /** Mode in use at the start. */
  starts: Mode
  prepare(server: TestServer, who: Customer): Promise<Send[]>
}

type Operation = (typeof MONEY)[string]

const operationOf = (name: string): Operation => {
  const found = ALL[name]
  if (!found) throw new Error(`There is no operation ${name}`)
  return found
}

/** Prepares both in either order: what the one needs may rule out the preparation of the other. */
const pair = (first: string, second: string, starts: Mode): Race => ({
  name: `${first} × ${second}${starts === 'demo' ? ' (demo)' : ''}`,
  starts,
  async prepare(server, who) {
    const [one, other] = [operationOf(first), operationOf(second)]
    if (one === other) {
      const send = await one(server, who, starts)
      return [send, send]
    }
    const send = await one(server, who, starts)
    return [send, await other(server, who, starts)]
  },
})

/** A mode that is left while another call arrives in it. */
const passage = (name: string): Race => ({
  name: `to real, ${name}, to demo`,
  starts: 'demo',
  async prepare(server, who) {
    const to = async (mode: Mode) =>
      await operationOf('user/switch_account')(server, who, mode === 'real' ? 'demo' : 'real')
    await switchTo(server, who, 'real')
    const send = await operationOf(name)(server, who, 'real')
    await server.context.db.updateTable('users').set({ mode: 'demo' }).where('id', '=', who.id).execute()
    return [await to('real'), send, await to('demo')]
  },
})

async function switchTo({ context: { db } }: TestServer, who: Customer, mode: Mode): Promise<void> {
  await db.updateTable('users').set({ mode }).where('id', '=', who.id).execute()
}

const names = Object.keys(ALL)
const PAIRS: readonly Race[] = names.flatMap((first, at) =>
  names.slice(at).map((second) => pair(first, second, [first, second].includes('user/demo_refill') ? 'demo' : 'real')),
)
const PASSAGES: readonly Race[] = Object.keys(MONEY)
  .filter((name) => name !== 'user/demo_refill' && !/\/(wh)?close$|dealall/.test(name))
  .map(passage)

/** All pairs in random order, with a passage after each fourth. */
function mixed(random: Random): Race[] {
  const pairs = random.shuffled(PAIRS)
  const nextPassage = deck(random, PASSAGES)
  return pairs.flatMap((race, at) => (at % 4 === 0 ? [nextPassage(), race] : [race]))
}

/** Runs a race; null if its requests cannot be prepared beside each other. */
async function run(
  server: TestServer,
  race: Race,
  send: (sends: readonly Send[]) => Promise<string[]>,
): Promise<{ outcome: string; broken: string[] } | null> {
  const who = await customer(server)
  await switchTo(server, who, race.starts)
  let sends: Send[]
  try {
    sends = await race.prepare(server, who)
  } catch (error) {
    if (error instanceof Refused) return null
    throw error
  }
  const codes = await send(sends)
  return {
    outcome: `${codes.join(', ')}\n${await stateOf(server, who.id)}`,
    broken: [
      ...(codes.includes('serverError') ? ['a reply is serverError'] : []),
      ...(await brokenInvariants(server, who.id)),
    ],
  }
}

const permutations = (count: number): number[][] =>
  count === 0
    ? [[]]
    : permutations(count - 1).flatMap((rest) =>
        Array.from({ length: count }, (_, at) => [...rest.slice(0, at), count - 1, ...rest.slice(at)]),
      )

/** Outcomes of a race's requests one after the other, in every order. They depend on no database. */
class SerialOutcomes {
  private readonly known = new Map<Race, readonly string[] | null>()

  constructor(private readonly server: TestServer) {}

  async of(race: Race, count: number): Promise<readonly string[] | null> {
    let outcomes = this.known.get(race)
    if (outcomes === undefined) this.known.set(race, (outcomes = await this.runAll(race, count)))
    return outcomes
  }

  private async runAll(race: Race, count: number): Promise<readonly string[] | null> {
    const outcomes: string[] = []
    for (const order of permutations(count)) {
      const ended = await run(this.server, race, async (sends) => {
        const codes: string[] = []
        for (const at of order) codes[at] = (await sends[at]?.(this.server)) ?? ''
        return codes
      })
      if (!ended) return null
      outcomes.push(ended.outcome)
    }
    return outcomes
  }
}

interface Database {
  name: string
  /** Processes on it. */
  servers: readonly [TestServer, ...TestServer[]]
}

type Cell = 'equal' | 'fault' | 'excluded'

interface Tally {
  cells: Map<string, Cell>
  faults: string[]
  raced: number
}

async function raceOn(
  { name, servers }: Database,
  race: Race,
  { serial, random, tally }: { serial: SerialOutcomes; random: Random; tally: Tally },
): Promise<void> {
  const allowed = await serial.of(race, race.name.startsWith('to real') ? 3 : 2)
  const ended = allowed
    ? await run(servers[0], race, (sends) => {
        // Half of the races begin in the order of the requests, in one process: each waits for the one before it.
        const inOrder = random() < 0.5
        const order = sends.map((_, at) => at)
        const codes: Promise<string>[] = []
        for (const at of inOrder ? order : random.shuffled(order))
          codes[at] = sends[at]?.(inOrder ? servers[0] : random.pick(servers)) ?? Promise.resolve('')
        return Promise.all(codes)
      })
    : null
  if (!allowed || !ended) {
    tally.cells.set(race.name, 'excluded')
    return
  }
  tally.raced += 1
  const problems = [...ended.broken]
  if (!allowed.includes(ended.outcome)) problems.push(differenceOf(ended.outcome, allowed))
  if (problems.length === 0) {
    if (!tally.cells.has(race.name)) tally.cells.set(race.name, 'equal')
    return
  }
  tally.cells.set(race.name, 'fault')
  tally.faults.push(...problems.map((problem) => `${name}, ${race.name}: ${problem}`))
}

/** Lines of an outcome that the nearest allowed one lacks. */
function differenceOf(outcome: string, allowed: readonly string[]): string {
  const extra = (call: string) => {
    const lines = new Set(call.split('\n'))
    return outcome.split('\n').filter((line) => !lines.has(line))
  }
  const [nearest = []] = allowed.map(extra).toSorted((a, b) => a.length - b.length)
  return `the outcome is that of no order: ${nearest.join('; ') || 'something is missing'}`
}

/** Sends each race to each database, until `runs` on each are done: all pairs in turn, from a random one on. */
export async function prove({ seed, runs: races, log }: ProofOptions): Promise<ProofResult> {
  const random = createRandom(seed)
  const server = (database?: string) =>
    createTestServer({ clock: createManualClock(WEDNESDAY_MS), ...(database !== undefined && { database }) })
  const databases: Database[] = []
  const tally: Tally = { cells: new Map(), faults: [], raced: 0 }
  const reference = await server()
  await onSite({ databases: ['pairs'] }, async ({ services: postgres }) => {
    try {
      databases.push({ name: 'SQLite', servers: [await server()] })
      if (postgres) {
        const address = postgres.address('pairs')
        databases.push({ name: 'PostgreSQL', servers: [await server(address), await server(address)] })
      } else log('PostgreSQL is not installed')
      const serial = new SerialOutcomes(reference)
      const all = mixed(random)
      for (let at = 0; at < races; at++)
        for (const database of databases)
          await raceOn(database, all[at % all.length] as Race, { serial, random, tally })
      for (const { name, servers } of databases) {
        for (const shared of SHARED) tally.faults.push(...(await shared(servers)).map((fault) => `${name}: ${fault}`))
        tally.faults.push(...(await servers[0].context.ledger.verify()).map((fault) => `${name}: ${fault}`))
      }
    } finally {
      for (const { servers } of databases) for (const server of servers) await server.close()
      await reference.close()
    }
  })
  if (races >= PAIRS.length) for (const line of matrixOf(tally.cells)) log(line)
  for (const fault of [...new Set(tally.faults)].slice(0, 40)) log(fault)
  const count = (cell: Cell) => [...tally.cells.values()].filter((other) => other === cell).length
  const enough = tally.raced >= (races * databases.length) / 2
  if (!enough) log('hardly any two calls could be prepared beside each other')
  return {
    ok: tally.faults.length === 0 && enough,
    figures: {
      databases: databases.map(({ name }) => name),
      races: tally.raced,
      combinations: tally.cells.size,
      equal: count('equal'),
      excluded: count('excluded'),
      faulty: count('fault'),
      faults: tally.faults.length,
    },
  }
}

const MARKS: Readonly<Record<Cell, string>> = { equal: '=', fault: 'X', excluded: '-' }

/** One line for each call: = as one after the other, X a fault, - the two cannot be prepared beside each other. */
function matrixOf(cells: ReadonlyMap<string, Cell>): string[] {
  const mark = (race: Race | undefined) => {
    const cell = race && cells.get(race.name)
    return cell ? MARKS[cell] : ' '
  }
  const between = (a: string, b: string) =>
    PAIRS.find(({ name }) => [`${a} × ${b}`, `${b} × ${a}`].includes(name.replace(' (demo)', '')))
  const width = Math.max(...names.map(({ length }) => length))
  return [
    '= as one after the other, X a fault, - the two cannot be prepared beside each other',
    ...names.map(
      (row, at) =>
        `${String(at + 1).padStart(2)} ${row.padEnd(width)} ${names.map((column) => mark(between(row, column))).join(' ')}`,
    ),
    ...PASSAGES.map((race) => `${mark(race)} ${race.name}`),
  ]
}

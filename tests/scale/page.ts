import { LIVE_LIMITS } from '../../src/server/kit/live/limits.ts'
import { LISTINGS } from '../../src/server/modules/trading/market/instruments.ts'
import type { CallFigures, Figures } from './measure.ts'

/** Assumptions to which the figures are applied. Everything else is derived from a measured number. */
export const ASSUMED = {
  users: 10_000_000,
  /** Part of the users with the app open at the busiest time. */
  online: 0.1,
  /** Symbols in view. */
  symbols: 12,
  secondsPerRead: 5,
  secondsPerWrite: 120,
  /** Of the app, for a new revision of the catalogue. */
  secondsPerPoll: 3.5,
  /** Of a processor or a network interface at the busiest time; the rest is for the loss of machines. */
  load: 0.5,
  cores: 16,
  gigabits: 10,
  /** Part of the users who fetch a new build in the busiest hour after it is published. */
  updating: 0.1,
}

const PACE = LISTINGS.reduce((sum, { pace }) => sum + pace, 0) / LISTINGS.length / 60
const MICROSECONDS = 1_000_000

/** A derived number with its formula as text. */
export interface Derived {
  what: string
  formula: string
  value: string
}

const short = (value: number): string => {
  if (value >= 1_000_000) return `${trimmed(value / 1_000_000)} million`
  return value >= 10_000 ? `${Math.round(value / 1000)} 000` : trimmed(value)
}
const trimmed = (value: number): string =>
  value >= 100 ? String(Math.round(value)) : String(Number(value.toPrecision(2)))
const bytes = (value: number): string =>
  value >= 1e12
    ? `${trimmed(value / 1e12)} TB`
    : value >= 1e9
      ? `${trimmed(value / 1e9)} GB`
      : value >= 1e6
        ? `${trimmed(value / 1e6)} MB`
        : value >= 1e3
          ? `${trimmed(value / 1e3)} kB`
          : `${trimmed(value)} B`

/** Size of the tree of the live data, at the assumed load. */
export function liveTree(figures: Pick<Figures, 'clusters'>) {
  const [first, last] = ends(figures.clusters)
  const { live } = first
  const online = ASSUMED.users * ASSUMED.online
  const perConnection = ASSUMED.symbols * PACE
  const messages = LISTINGS.length * PACE
  const budget = ASSUMED.load * MICROSECONDS
  const connectionsPerProcess = Math.min(
    LIVE_LIMITS.connections,
    Math.floor((budget - messages * live.perMessage) / (perConnection * live.perDelivery)),
  )
  const processes = Math.ceil(online / connectionsPerProcess)
  const added = last.processes - first.processes
  /** Processor time of Redis for a message and a further process. */
  const perProcess =
    added > 0 ? Math.max(0.1, (last.redisPerMessage - first.redisPerMessage) / added) : first.redisPerMessage
  const processesPerRedis = Math.max(1, Math.floor(budget / (messages * perProcess)))
  return { online, perConnection, messages, connectionsPerProcess, processes, perProcess, processesPerRedis }
}

function ends<Item>(list: readonly Item[]): [Item, Item] {
  const [first, last] = [list[0], list.at(-1)]
  if (first === undefined || last === undefined) throw new Error('There are no figures.')
  return [first, last]
}

export function derive(figures: Figures): Derived[] {
  const [first] = ends(figures.clusters)
  const { live, reads, writes } = first
  const tree = liveTree(figures)
  const { online } = tree
  const deliveries = online * tree.perConnection
  const egress = (deliveries * live.bytesPerMessage * 8) / 1e9
  const cores = (perSecond: number, microseconds: number) => (perSecond * microseconds) / MICROSECONDS / ASSUMED.load
  const readsPerSecond = online / ASSUMED.secondsPerRead
  const writesPerSecond = online / ASSUMED.secondsPerWrite
  const polls = online / ASSUMED.secondsPerPoll
  const ledgerCores = cores(writesPerSecond, writes.postgres)
  const readCores = cores(readsPerSecond, reads.postgres)
  const partitions = Math.ceil((ledgerCores + readCores) / ASSUMED.cores)
  const download = (figures.appBytes * ASSUMED.users * ASSUMED.updating) / 3600
  const us = (value: number) => `${trimmed(value)} µs`
  return [
    { what: 'Users online', formula: `${short(ASSUMED.users)} × ${ASSUMED.online * 100} %`, value: short(online) },
    {
      what: 'Catalogue: questions for a new revision',
      formula: `online ÷ ${ASSUMED.secondsPerPoll} s`,
      value: `${short(polls)}/s`,
    },
    {
      what: 'Catalogue: processors for them without a CDN',
      formula: `× ${us(figures.sqlite.polls.server)} ÷ ${ASSUMED.load}`,
      value: short(cores(polls, figures.sqlite.polls.server)),
    },
    {
      what: 'Catalogue: bytes of a build in its first busy hour',
      formula: `${bytes(figures.appBytes)} × ${ASSUMED.updating * 100} % of the users ÷ 3600 s`,
      value: `${bytes(download)}/s`,
    },
    {
      what: 'Live: messages a second of a connection',
      formula: `${ASSUMED.symbols} symbols × ${trimmed(PACE)}/s (mean pace of the instruments)`,
      value: trimmed(tree.perConnection),
    },
    { what: 'Live: deliveries', formula: 'online × messages', value: `${short(deliveries)}/s` },
    {
      what: 'Live: connections of a process',
      formula: `(${ASSUMED.load} s − ${trimmed(tree.messages)}/s × ${us(live.perMessage)}) ÷ (${trimmed(tree.perConnection)}/s × ${us(live.perDelivery)}), at most ${LIVE_LIMITS.connections}`,
      value: short(tree.connectionsPerProcess),
    },
    { what: 'Live: processes at the edge', formula: 'online ÷ connections of a process', value: short(tree.processes) },
    {
      what: 'Live: traffic to the users',
      formula: `deliveries × ${trimmed(live.bytesPerMessage)} B`,
      value: `${short(egress)} Gbit/s, ${Math.ceil(egress / ASSUMED.gigabits / ASSUMED.load)} interfaces of ${ASSUMED.gigabits} Gbit/s`,
    },
    {
      what: 'Live: memory of the connections of a process',
      formula: `connections × ${bytes(live.bytesPerConnection)}`,
      value: bytes(tree.connectionsPerProcess * live.bytesPerConnection),
    },
    {
      what: 'Live: processes that one Redis feeds',
      formula: `${ASSUMED.load} s ÷ (${trimmed(tree.messages)}/s × ${us(tree.perProcess)} of a process)`,
      value: short(tree.processesPerRedis),
    },
    {
      what: 'Live: Redis servers between the leader and the edge',
      formula: 'processes at the edge ÷ that',
      value: short(Math.ceil(tree.processes / tree.processesPerRedis)),
    },
    { what: 'Reads', formula: `online ÷ ${ASSUMED.secondsPerRead} s`, value: `${short(readsPerSecond)}/s` },
    {
      what: 'Reads: processes',
      formula: `reads × ${us(reads.server)} ÷ ${ASSUMED.load}`,
      value: short(Math.ceil(cores(readsPerSecond, reads.server))),
    },
    {
      what: 'Reads: processors of the databases',
      formula: `reads × ${us(reads.postgres)} ÷ ${ASSUMED.load}`,
      value: short(Math.ceil(readCores)),
    },
    { what: 'Money writes', formula: `online ÷ ${ASSUMED.secondsPerWrite} s`, value: `${short(writesPerSecond)}/s` },
    {
      what: 'Money writes: processes',
      formula: `writes × ${us(writes.server)} ÷ ${ASSUMED.load}`,
      value: short(Math.ceil(cores(writesPerSecond, writes.server))),
    },
    {
      what: 'Money writes: processors of the databases',
      formula: `writes × ${us(writes.postgres)} ÷ ${ASSUMED.load}`,
      value: short(Math.ceil(ledgerCores)),
    },
    {
      what: 'Partitions of the ledger',
      formula: `processors of the databases ÷ ${ASSUMED.cores} of a machine`,
      value: String(partitions),
    },
    {
      what: 'Write-ahead log of a partition',
      formula: `writes × ${bytes(figures.bytesPerWrite.log)} ÷ partitions`,
      value: `${bytes((writesPerSecond * figures.bytesPerWrite.log) / partitions)}/s`,
    },
    {
      what: 'Growth of a partition, if every hour were the busiest',
      formula: `writes × ${bytes(figures.bytesPerWrite.database)} × 86 400 s ÷ partitions`,
      value: `${bytes((writesPerSecond * figures.bytesPerWrite.database * 86_400) / partitions)} a day`,
    },
  ]
}

const row = (...cells: string[]): string => `| ${cells.join(' | ')} |`
const table = (head: string[], rows: string[][]): string =>
  [row(...head), row(...head.map(() => '---')), ...rows.map((cells) => row(...cells))].join('\n')

const callRow = (name: string, { rate, server, postgres }: CallFigures, base: number): string[] => [
  name,
  `${trimmed(rate)}/s`,
  trimmed(rate / base),
  `${trimmed(server)} µs`,
  postgres > 0 ? `${trimmed(postgres)} µs` : '',
]

/** The two generated parts of the page: what was measured, and what follows. */
export function blocks(figures: Figures): Record<'measured' | 'derived', string> {
  const { machine, sqlite, clusters } = figures
  const [first] = ends(clusters)
  const calls = table(
    ['', 'rate', 'ratio to one process', 'processor time of the server', 'of PostgreSQL'],
    [
      callRow('reads, SQLite, 1 process', sqlite.reads, sqlite.reads.rate),
      ...clusters.map((cluster) =>
        callRow(`reads, ${cluster.processes} on PostgreSQL`, cluster.reads, first.reads.rate),
      ),
      callRow('money writes, SQLite, 1 process', sqlite.writes, sqlite.writes.rate),
      ...clusters.map((cluster) =>
        callRow(`money writes, ${cluster.processes} on PostgreSQL`, cluster.writes, first.writes.rate),
      ),
      callRow('`live.json` of the catalogue, 1 process', sqlite.polls, sqlite.polls.rate),
    ],
  )
  const live = table(
    [
      'processes',
      'connections',
      'delivered',
      'ratio',
      'a delivery',
      'a message in a process',
      'a message in Redis',
      'bytes',
      'memory of a connection',
    ],
    clusters.map(({ processes, live, redisPerMessage }) => [
      String(processes),
      String(processes * live.connections),
      `${short(live.delivered)}/s`,
      trimmed(live.delivered / first.live.delivered),
      `${trimmed(live.perDelivery)} µs`,
      `${trimmed(live.perMessage)} µs`,
      `${trimmed(redisPerMessage)} µs`,
      `${trimmed(live.bytesPerMessage)} B`,
      bytes(live.bytesPerConnection),
    ]),
  )
  return {
    measured: `${machine.processor}, ${machine.cores} cores shared by clients, servers and databases; Node ${machine.node.slice(1)}; load before ${trimmed(machine.loadBefore)}, after ${trimmed(machine.loadAfter)}.\n\n${calls}\n\n${live}`,
    derived: table(
      ['what', 'from', 'value'],
      derive(figures).map(({ what, formula, value }) => [what, formula, value]),
    ),
  }
}

const BLOCK = /(<!-- (measured|derived) -->\n)[^]*?(\n<!-- end -->)/g

/** The page with its generated parts replaced. */
export function updatePage(page: string, figures: Figures): string {
  const parts = blocks(figures)
  return page.replaceAll(
    BLOCK,
    (_all, begin: string, name: 'measured' | 'derived', end: string) => begin + parts[name] + end,
  )
}

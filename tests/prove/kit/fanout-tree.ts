import { createRandom, type Random } from './random.ts'

/** Costs in microseconds of processor time, times in milliseconds. */
export interface FanoutOptions {
  seed: number
  /** Connected clients. */
  leaves: number
  leavesPerEdge: number
  edgesPerHub: number
  /** Each client subscribes to this many of the symbols, popular ones more often. */
  symbols: number
  subscribed: number
  /** Ticks a second of a symbol. */
  rate: number
  seconds: number
  /** Of an edge: of a message, and of its delivery to one client. */
  perMessage: number
  perDelivery: number
  /** Of a hub: of a message for one edge. */
  perForward: number
  /** Of an edge: of a connection with its subscription and snapshot. */
  perConnection: number
  /** A hub keeps this many messages for edges that come from another hub. */
  kept: number
  /** Part of the edges and hubs that fail during the run; the leader fails once. */
  failing: number
  /** Breaks a rule of the tree, to show that the check finds it. */
  broken?: 'no replay' | 'no snapshot' | 'no takeover' | 'overload'
}

export interface FanoutResult {
  faults: string[]
  edges: number
  hubs: number
  failures: number
  ticks: number
  deliveries: number
  reconnected: number
  /** From a tick to its last delivery, without failures on the way: the slowest. */
  lagMs: number
  /** Beside failures, until the clients have the tick or a later one: the slowest. */
  failoverMs: number
  /** Of the busiest edge, as a part of the time. */
  busiest: number
}

/** One way between two machines, without queueing. */
const LINK_MS = 1
/** A message of a tree without failures reaches every client within this time. */
export const LAG_BOUND_MS = 250
/** A client has a tick or a later one within this time of the failure of any node. */
export const FAILOVER_BOUND_MS = 4_000
/** An edge attaches to another hub, or computes the prices itself, after this silence (`LEADER_SILENCE_MS` of the live server). */
const SILENCE_MS = 1_000
/** Afterwards the messages of the silence have been sent. */
const RECOVERY_MS = 1_500
/** Another process leads after this time (`npm run prove cluster` measures less). */
const TAKEOVER_MS = 2_000
/** A client of a dead edge connects again after a random part of this (Socket.IO: 1 s and half of it). */
const RECONNECT_MS = [500, 1_500] as const

interface Message {
  symbol: number
  seq: number
  /** When the tick happened. */
  atMs: number
  /** False while there is no leader. */
  published: boolean
}

/** A queue with one processor. */
interface Server {
  busyUntil: number
  usedMs: number
}

function serve(server: Server, arrivedMs: number, workMs: number): number {
  const start = Math.max(arrivedMs, server.busyUntil)
  server.busyUntil = start + workMs
  server.usedMs += workMs
  return server.busyUntil
}

interface Hub extends Server {
  failsAt: number
}

interface Edge extends Server {
  hub: number
  failsAt: number
  /** Subscribed clients of each symbol. */
  members: Int32Array
  /** Last forwarded number of each symbol. */
  seq: Int32Array
  /** Lowest last number of each symbol among the clients that joined since its last message; Infinity: none. */
  joined: Float64Array
  /** Received messages in their order: position of the stream. */
  position: number
  /** Since when nothing is received; Infinity: it is. */
  silentSince: number
  /** Until then the messages of a silence are sent and queued. */
  recoversAt: number
}

/** Numbers of the symbols that a client subscribes to; low numbers are popular. */
function subscriptionOf(random: Random, symbols: number, count: number): number[] {
  const chosen = new Set<number>()
  while (chosen.size < count) chosen.add(Math.floor(symbols * random() ** 2))
  return [...chosen]
}

/**
 * Simulates a leader, hubs and edges with their queues and failures, message by message, and checks each client: every tick arrives, or a snapshot that is as late or later, in order, without a gap, within the bounds.
 * Clients on an edge that does not fail have what the edge sends; those of a failing one are followed one by one.
 */
export function simulateFanout(options: FanoutOptions): FanoutResult {
  const { leaves, leavesPerEdge, edgesPerHub, symbols, rate, seconds, broken } = options
  const random = createRandom(options.seed)
  const faults: string[] = []
  const endMs = seconds * 1000
  const edgeCount = Math.ceil(leaves / leavesPerEdge)
  const hubCount = Math.max(2, Math.ceil(edgeCount / edgesPerHub))
  const work = broken === 'overload' ? 3 : 1
  const [perMessageMs, perDeliveryMs] = [(options.perMessage * work) / 1000, (options.perDelivery * work) / 1000]
  /** Failures leave time to recover before the end. */
  const failureTime = () => endMs * (0.2 + 0.5 * random())
  const fail = (nodes: { failsAt: number }[]) => {
    const count = Math.min(nodes.length - 1, Math.max(1, Math.round(nodes.length * options.failing)))
    for (const node of random.shuffled(nodes).slice(0, count)) node.failsAt = failureTime()
    return count
  }
  const hubs: Hub[] = Array.from({ length: hubCount }, () => ({ busyUntil: 0, usedMs: 0, failsAt: Infinity }))
  const edges: Edge[] = Array.from({ length: edgeCount }, (_, at) => ({
    busyUntil: 0,
    usedMs: 0,
    hub: at % hubCount,
    failsAt: Infinity,
    members: new Int32Array(symbols),
    seq: new Int32Array(symbols),
    joined: new Float64Array(symbols).fill(Infinity),
    position: 0,
    silentSince: Infinity,
    recoversAt: -Infinity,
  }))
  const failures = options.failing > 0 ? fail(hubs) + fail(edges) + 1 : 0
  const leaderFailsAt = failures > 0 ? failureTime() : Infinity
  const leaderBackAt = leaderFailsAt + TAKEOVER_MS

  for (let leaf = 0; leaf < leaves; leaf += 1) {
    const { members } = edges[leaf % edgeCount] as Edge
    for (const symbol of subscriptionOf(random, symbols, options.subscribed))
      members[symbol] = (members[symbol] ?? 0) + 1
  }
  /** Clients of failed edges that have not connected again, the last one first. */
  const moving: { atMs: number; from: number; symbols: number[]; seq: Int32Array; diedAt: number }[] = []

  const stream: Message[] = []
  const next = new Int32Array(symbols)
  const result = { ticks: 0, deliveries: 0, reconnected: 0, lagMs: 0, failoverMs: 0 }
  const report = (text: string) => void (faults.length < 20 && faults.push(text))

  /** An edge sends a message to its clients. `late`: it was delayed by a failure. */
  function deliver(edge: Edge, { symbol, seq, atMs }: Message, arrivedMs: number, late: boolean): void {
    const before = edge.seq[symbol] ?? 0
    // A repeated message: the leader and the edge itself have sent the same tick.
    if (seq <= before) return
    if (seq !== before + 1) report(`An edge sent message ${seq} of symbol ${symbol} after ${before}`)
    if (seq > (edge.joined[symbol] ?? 0) + 1)
      report(`A client that has message ${edge.joined[symbol]} of symbol ${symbol} gets ${seq} next`)
    edge.joined[symbol] = Infinity
    edge.seq[symbol] = seq
    const clients = edge.members[symbol] ?? 0
    const finished = serve(edge, arrivedMs, perMessageMs + clients * perDeliveryMs) + LINK_MS
    result.deliveries += clients
    const lag = finished - atMs
    if (late) {
      result.failoverMs = Math.max(result.failoverMs, lag)
      if (lag > FAILOVER_BOUND_MS) report(`A tick reached the clients ${Math.round(lag)} ms late beside a failure`)
    } else {
      result.lagMs = Math.max(result.lagMs, lag)
      if (lag > LAG_BOUND_MS) report(`A tick reached the clients ${Math.round(lag)} ms late without a failure`)
    }
  }

  /** Moves the clients of a dead edge to living ones. */
  function abandon(edge: Edge, index: number): void {
    const clients = Math.floor(leaves / edgeCount) + (index < leaves % edgeCount ? 1 : 0)
    const [least, most] = RECONNECT_MS
    const draw = createRandom(options.seed * 7919 + index)
    for (let client = 0; client < clients; client += 1)
      moving.push({
        atMs: edge.failsAt + least + (most - least) * draw(),
        from: index,
        symbols: subscriptionOf(draw, symbols, options.subscribed),
        seq: edge.seq,
        diedAt: edge.failsAt,
      })
  }

  /** A client connects to another edge: the snapshot continues what it had, and the messages continue the snapshot. */
  function reconnect({ atMs, symbols: own, seq, diedAt }: (typeof moving)[number]): void {
    let edge: Edge
    do edge = random.pick(edges)
    while (edge.failsAt <= atMs)
    const done = serve(edge, atMs, options.perConnection / 1000) + 2 * LINK_MS
    result.reconnected += 1
    result.failoverMs = Math.max(result.failoverMs, done - diedAt)
    if (done - diedAt > FAILOVER_BOUND_MS) report(`A client was without prices for ${Math.round(done - diedAt)} ms`)
    for (const symbol of own) {
      const had = seq[symbol] ?? 0
      const has = broken === 'no snapshot' ? had : Math.max(had, edge.seq[symbol] ?? 0)
      edge.joined[symbol] = Math.min(edge.joined[symbol] ?? Infinity, has)
      edge.members[symbol] = (edge.members[symbol] ?? 0) + 1
    }
  }

  /** Attaches an edge to the next hub that lives. */
  function attach(edge: Edge, index: number, atMs: number): void {
    do edge.hub = (edge.hub + 1 + (index % (hubCount - 1))) % hubCount
    while ((hubs[edge.hub] as Hub).failsAt <= atMs)
  }

  /** Messages before `tick` that the edge does not have: a hub has the published ones, and the edge computes the others itself, since prices are a function of time. */
  function catchUp(edge: Edge, tick: number, arrivedMs: number): void {
    for (; edge.position < tick; edge.position += 1) {
      const message = stream[edge.position] as Message
      if (message.published) {
        if (edge.position < tick - options.kept) report(`A hub no longer has message ${edge.position}`)
        if (broken === 'no replay') continue
        serve(hubs[edge.hub] as Hub, arrivedMs, options.perForward / 1000)
      } else if (broken === 'no takeover') continue
      deliver(edge, message, arrivedMs, true)
    }
  }

  const ticks = Math.floor(seconds * rate * symbols)
  const stepMs = endMs / ticks
  const dead = new Set<number>()
  for (let tick = 0; tick < ticks; tick += 1) {
    const atMs = tick * stepMs
    const symbol = tick % symbols
    const published = atMs < leaderFailsAt || atMs >= leaderBackAt
    const message: Message = { symbol, seq: (next[symbol] = (next[symbol] ?? 0) + 1), atMs, published }
    stream.push(message)
    result.ticks += 1
    for (const [index, edge] of edges.entries()) {
      if (edge.failsAt <= atMs) {
        if (dead.has(index)) continue
        dead.add(index)
        abandon(edge, index)
        moving.sort((a, b) => b.atMs - a.atMs)
        continue
      }
      const isConnected = (hubs[edge.hub] as Hub).failsAt > atMs
      if (isConnected && published) edge.silentSince = Infinity
      else {
        edge.silentSince = Math.min(edge.silentSince, atMs)
        edge.recoversAt = edge.silentSince + SILENCE_MS + RECOVERY_MS
        if (atMs < edge.silentSince + SILENCE_MS) continue
        if (!isConnected) attach(edge, index, atMs)
      }
      const late = atMs < edge.recoversAt
      const forwarded = published ? serve(hubs[edge.hub] as Hub, atMs + LINK_MS, options.perForward / 1000) : atMs
      catchUp(edge, tick, forwarded + LINK_MS)
      if (published || broken !== 'no takeover') deliver(edge, message, forwarded + LINK_MS, late)
      edge.position = tick + 1
    }
    while ((moving.at(-1)?.atMs ?? Infinity) <= atMs) reconnect(moving.pop() as (typeof moving)[number])
  }

  for (const [index, edge] of edges.entries()) {
    if (dead.has(index)) continue
    for (let symbol = 0; symbol < symbols; symbol += 1)
      if (edge.seq[symbol] !== next[symbol])
        report(
          `Edge ${index} ends with message ${edge.seq[symbol]} of symbol ${symbol}, the leader with ${next[symbol]}`,
        )
  }
  if (moving.length > 0) report(`${moving.length} clients have not connected again`)
  return {
    faults,
    edges: edgeCount,
    hubs: hubCount,
    failures,
    ...result,
    busiest: Math.max(...edges.map(({ usedMs }) => usedMs)) / endMs,
  }
}

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { processTime, residentBytes } from './processTime.ts'

/** Costs of a message of the live connection. Times are processor time in microseconds. */
export interface LiveFigures {
  /** Connections of each process, with `symbols` subscribed by each. */
  connections: number
  symbols: number
  /** Messages delivered a second by all processes. */
  delivered: number
  /** Of a message, per connection that receives it. */
  perDelivery: number
  /** Of a message, per process, however many connections receive it: computing, reading from Redis, encoding. */
  perMessage: number
  /** On the wire, with the frame of WebSocket. */
  bytesPerMessage: number
  /** Of a connection: handshake, subscription and snapshot. */
  perConnection: number
  /** Memory of an idle connection. */
  bytesPerConnection: number
}

export interface LiveLoad {
  symbols: readonly string[]
  few: number
  many: number
  ms: number
}

interface Counts {
  messages: number
  bytes: number
  failures: number
  atMs: number
}

const WARM_MS = 1_000

/** Connects clients to the processes, and separates the cost of a delivery from that of a message by two numbers of connections. */
export async function measureLive(
  processes: readonly { origin: string; pid: number }[],
  { symbols, few, many, ms }: LiveLoad,
): Promise<LiveFigures> {
  const ports = processes.map(({ origin }) => Number(new URL(origin).port))
  const client = spawn(
    process.execPath,
    [join(import.meta.dirname, 'liveClients.mjs'), JSON.stringify({ ports, symbols })],
    {
      stdio: ['pipe', 'pipe', 'inherit'],
    },
  )
  const answers = createInterface({ input: client.stdout })[Symbol.asyncIterator]()
  const send = async (request: object): Promise<Counts> => {
    client.stdin.write(`${JSON.stringify(request)}\n`)
    const { value, done } = await answers.next()
    if (done === true) throw new Error('The live clients ended')
    return JSON.parse(value) as Counts
  }
  const used = () => processes.reduce((sum, { pid }) => sum + processTime(pid), 0)
  const memory = () => processes.reduce((sum, { pid }) => sum + residentBytes(pid), 0)
  const window = async () => {
    const [before, timeBefore] = [await send({ count: true }), used()]
    await sleep(ms)
    const [after, timeAfter] = [await send({ count: true }), used()]
    if (after.failures > 0) throw new Error(`${after.failures} live connections were closed`)
    return {
      messages: after.messages - before.messages,
      bytes: after.bytes - before.bytes,
      seconds: (after.atMs - before.atMs) / 1000,
      time: timeAfter - timeBefore,
    }
  }
  try {
    await send({ open: few })
    await sleep(WARM_MS)
    const idle = memory()
    const [opened, openedTime] = [await send({ count: true }), used()]
    const all = await send({ open: many })
    const openTime = used() - openedTime
    await sleep(WARM_MS)
    const full = memory()
    const crowded = await window()
    await send({ close: few })
    await sleep(WARM_MS)
    const sparse = await window()
    const perDelivery = Math.max(0, ((crowded.time - sparse.time) * 1000) / (crowded.messages - sparse.messages))
    const ticks = sparse.messages / few
    const opening = openTime * 1000 - perDelivery * (all.messages - opened.messages)
    return {
      connections: many,
      symbols: symbols.length,
      delivered: crowded.messages / crowded.seconds,
      perDelivery,
      perMessage: Math.max(0, (sparse.time * 1000 - perDelivery * sparse.messages) / ticks),
      bytesPerMessage: crowded.bytes / crowded.messages,
      perConnection: Math.max(0, opening / ((many - few) * processes.length)),
      bytesPerConnection: Math.max(0, (full - idle) / ((many - few) * processes.length)),
    }
  } finally {
    client.stdin.end()
    if (client.exitCode === null) await once(client, 'exit')
  }
}
